import { useLogin } from '@refinedev/core';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import messages from '../../../../../locales/pt-BR/social.json';
import { Splash } from '../../../components/logo.tsx';
import { HttpError } from '../../../http/client.ts';
import type { LoginParams } from '../../../providers/auth.ts';

/** Exchanges the one-time code of a provider's sign-in for a session. `GuestsOnly` (routes.tsx) then redirects. */
export function LoginSocialPage() {
  const navigate = useNavigate();
  const { mutateAsync: login } = useLogin<LoginParams>();
  const isAsked = useRef(false);
  useEffect(() => {
    // The code works only once, and the effect may run again.
    if (isAsked.current) return;
    isAsked.current = true;
    const { search, hash, pathname } = window.location;
    const code = /^#code=([\w-]+)$/.exec(hash)?.[1];
    const giveUp = (failure: string) => void navigate(`/login${search}#error=${failure}`, { replace: true });
    if (!code) return giveUp('expired');
    window.history.replaceState(null, '', pathname + search);
    void login({ code }).then(({ error }) => {
      if (error instanceof HttpError && error.code === 'second_factor_required')
        return void navigate(`/login/confirm${search}`, { replace: true });
      const isRefused = error instanceof HttpError && error.status >= 400 && error.status < 500;
      if (error) giveUp(isRefused ? 'expired' : 'unavailable');
    });
  }, [navigate, login]);
  return (
    <>
      <Splash />
      <p role="status" className="unseen">
        {messages.entering}
      </p>
    </>
  );
}

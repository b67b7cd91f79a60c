import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import words from '../../../../locales/pt-BR/social.json';
import type { TokenPair } from '../../../shared/session.ts';
import { HttpError, request } from '../../http/client.ts';
import { Splash } from '../../layout/mark.tsx';
import { startSession } from '../../session/sign-in.ts';

/** Takes the one-time code with which a provider's sign-in came back, for a session. The guests' frame then leads on. */
export function LoginSocialPage() {
  const navigate = useNavigate();
  const isAsked = useRef(false);
  useEffect(() => {
    // The code is good once.
    if (isAsked.current) return;
    isAsked.current = true;
    const { search, hash, pathname } = window.location;
    const code = /^#code=([\w-]+)$/.exec(hash)?.[1];
    const giveUp = (failure: string) => void navigate(`/login${search}#error=${failure}`, { replace: true });
    if (!code) return giveUp('expired');
    window.history.replaceState(null, '', pathname + search);
    request<TokenPair>('/auth/social/code', { method: 'POST', body: { code } }).then(startSession, (error: unknown) =>
      giveUp(error instanceof HttpError && error.status >= 400 && error.status < 500 ? 'expired' : 'unavailable'),
    );
  }, [navigate]);
  return (
    <>
      <Splash />
      <p role="status" className="unseen">
        {words.entering}
      </p>
    </>
  );
}

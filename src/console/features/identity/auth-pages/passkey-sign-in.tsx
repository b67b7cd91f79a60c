import { useLogin } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import messages from '../../../../../locales/pt-BR/login.json';
import type { LoginParams } from '../../../providers/auth.ts';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { answerWithPasskey } from '../../../session/passkeys.ts';

/** Signs in without e-mail and password, or with `ticket` ends the sign-in that waits for its second factor. */
export function PasskeySignIn({ ticket }: { ticket?: string }) {
  const { mutateAsync: login } = useLogin<LoginParams>();
  const [isBusy, setIsBusy] = useState(false);
  const signIn = async () => {
    setIsBusy(true);
    try {
      const passkey = await answerWithPasskey('/auth/passkey/start', { ticket });
      if (!passkey) return notify({ type: 'error', message: messages.passkeyUnused });
      const { error } = await login(ticket ? { ticket, proof: { passkey: passkey as never } } : { passkey });
      if (error) throw error;
    } catch (failure) {
      showFailure(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button size="large" block style={{ marginTop: 12 }} loading={isBusy} onClick={() => void signIn()}>
      {messages.passkey}
    </Button>
  );
}

import { useCustomMutation } from '@refinedev/core';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import words from '../../../../../locales/pt-BR/verify-email.json';
import { CODE_RESEND_SECONDS } from '../../../../shared/constants.ts';
import { keepPendingEmail, type PendingEmail } from '../../../session/pending-email.ts';

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1_000));

function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment));
  useEffect(() => {
    setSeconds(secondsUntil(moment));
    if (moment <= Date.now()) return;
    const timer = setInterval(() => setSeconds(secondsUntil(moment)), 1_000);
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}

interface ResendCodeProps {
  emailOf: () => string;
  readyAt: number;
  /** Whether the user registered in this tab. The tab then remembers the address and the waiting time. */
  isKept: boolean;
  onMissing: () => void;
  onSent: (pending: PendingEmail) => void;
}

/** Button to send another code. Shows a countdown while the server would refuse one. */
export function ResendCode({ emailOf, readyAt, isKept, onMissing, onSent }: ResendCodeProps) {
  const { mutate, mutation } = useCustomMutation<{ retryAfter?: number }>();
  const seconds = useSecondsUntil(readyAt);
  const resend = () => {
    const email = emailOf().trim();
    // The server needs the address to know which code to send.
    if (email === '') return onMissing();
    mutate(
      {
        url: '/auth/verify/resend',
        method: 'post',
        values: { email },
        successNotification: { type: 'success', message: words.resent },
      },
      {
        onSuccess: ({ data }) => {
          const pending = { email, resendAt: Date.now() + (data?.retryAfter ?? CODE_RESEND_SECONDS) * 1_000 };
          if (isKept) keepPendingEmail(pending);
          onSent(pending);
        },
      },
    );
  };
  return (
    <p className="auth-after">
      {words.notArrived}{' '}
      {seconds > 0 ? (
        <span className="figures">{words.resendIn.replace('{{seconds}}', String(seconds))}</span>
      ) : (
        <Button type="link" loading={mutation.isPending} onClick={resend}>
          {words.resend}
        </Button>
      )}
    </p>
  );
}

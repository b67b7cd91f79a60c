import { useEffect, useState, type ClipboardEvent } from 'react';
import { Link } from 'react-router';
import words from '../../../../../locales/pt-BR/verify-email.json';
import { CODE_DIGITS, CODE_RESEND_SECONDS } from '../../../../shared/constants.ts';
import type { TokenPair } from '../../../../shared/session.ts';
import { checkBody, checkInputs, type FieldFaults } from '../auth-pages/check-form.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import { Field, PasswordField, Submit } from '../auth-pages/fields.tsx';
import { PasswordParts } from '../auth-pages/password-parts.tsx';
import { useDoorForm, type DoorForm } from '../auth-pages/use-door-form.ts';
import { HttpError, request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { keepPendingEmail, pendingEmail, pendingPassword } from '../../../session/pending-email.ts';
import { startSession } from '../../../session/sign-in.ts';

const digitsOf = (typed: string) => typed.replace(/\D/g, '').slice(0, CODE_DIGITS);

/** Takes the code that was sent by e-mail and begins the session. */
export function VerifyEmailPage() {
  const [pending, setPending] = useState(pendingEmail);
  // The letter's link names the address, for whoever opens it on another device.
  const named = new URLSearchParams(window.location.search).get('email') ?? '';
  const [email, setEmail] = useState(pending?.email ?? named);
  const [code, setCode] = useState('');
  // Who comes by the letter alone has perhaps not signed up: the password of the account is theirs to choose.
  const [mustChoose] = useState(pending === null);
  const [chosen, setChosen] = useState('');
  const check = async (form: HTMLFormElement, values: Record<string, string>): Promise<FieldFaults> => {
    const faults = await checkInputs(form);
    const { password } = mustChoose ? await checkBody('registerBody', values) : {};
    return password ? { ...faults, password } : faults;
  };
  const door = useDoorForm(check, async () => {
    try {
      const password = mustChoose ? chosen : pendingPassword(email.trim());
      const body = { email: email.trim(), code, password };
      startSession(await request<TokenPair>('/auth/verify', { method: 'POST', body }));
      keepPendingEmail(null);
    } catch (failure) {
      const isOfCode = failure instanceof HttpError && /^code_/.test(failure.code);
      if (isOfCode) door.blame({ code: failure.message });
      else throw failure;
    }
  });
  const change = (typed: string) => {
    setCode(digitsOf(typed));
    door.forgive('code');
  };
  // A complete code needs no button.
  useEffect(() => {
    if (code.length === CODE_DIGITS && email.trim() !== '' && !mustChoose) door.submit();
    // Only a change of the code sends it.
  }, [code]);
  const intro = pending ? (
    <>
      {words.sentTo} <strong>{pending.email}</strong>.
    </>
  ) : (
    words.intro
  );
  return (
    <AuthLayout title={words.title} intro={intro} foot={<Link to="/login">{words.back}</Link>}>
      <form className="door-form" aria-label={words.title} {...door.form}>
        {!pending && (
          <Field
            name="email"
            label={words.email}
            of={door}
            type="email"
            required
            autoFocus={named === ''}
            autoComplete="email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
        <CodeField code={code} change={change} of={door} isFirst={pending !== null || named !== ''} />
        {mustChoose && (
          <PasswordField
            name="password"
            label={words.password}
            of={door}
            required
            autoComplete="new-password"
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
            hint={<PasswordParts password={chosen} />}
          />
        )}
        <Submit isBusy={door.isBusy}>{words.action}</Submit>
      </form>
      <Resend email={email} readyAt={pending?.resendAt ?? 0} onSent={setPending} isKept={!mustChoose} />
    </AuthLayout>
  );
}

/** One input drawn as six places: it takes a pasted code, and the one that a phone offers. */
function CodeField(props: { code: string; change: (typed: string) => void; of: DoorForm; isFirst: boolean }) {
  const { code, change, of, isFirst } = props;
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    change(event.clipboardData.getData('text'));
  };
  return (
    <div className="code-field">
      <Field
        name="code"
        label={words.code}
        of={of}
        required
        autoFocus={isFirst}
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern={`\\d{${CODE_DIGITS}}`}
        maxLength={CODE_DIGITS}
        value={code}
        onChange={({ target }) => change(target.value)}
        onPaste={paste}
        end={
          <div className="code-places" aria-hidden>
            {Array.from({ length: CODE_DIGITS }, (_, place) => (
              <span key={place} data-next={place === Math.min(code.length, CODE_DIGITS - 1)}>
                {code[place]}
              </span>
            ))}
          </div>
        }
      />
    </div>
  );
}

function useSecondsUntil(moment: number): number {
  const left = () => Math.max(0, Math.ceil((moment - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    if (moment <= Date.now()) return;
    const timer = setInterval(() => setSeconds(left()), 1_000);
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}

function Resend(props: {
  email: string;
  readyAt: number;
  /** Whether this tab has signed up with the address. */
  isKept: boolean;
  onSent: (pending: { email: string; resendAt: number }) => void;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const seconds = useSecondsUntil(props.readyAt);
  const resend = async () => {
    const email = props.email.trim();
    if (isBusy) return;
    // Whose code it is must be known first.
    if (email === '') return document.querySelector<HTMLInputElement>('input[name="email"]')?.focus();
    setIsBusy(true);
    try {
      const body = { email };
      const answer = await request<{ retryAfter?: number }>('/auth/verify/resend', { method: 'POST', body });
      const pending = { email, resendAt: Date.now() + (answer?.retryAfter ?? CODE_RESEND_SECONDS) * 1_000 };
      if (props.isKept) keepPendingEmail(pending);
      props.onSent(pending);
      notify({ type: 'success', message: words.resent });
    } catch (failure) {
      void showFailure(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <p className="door-after">
      {words.notArrived}{' '}
      {seconds > 0 ? (
        <span className="door-count">{words.resendIn.replace('{{seconds}}', String(seconds))}</span>
      ) : (
        <button type="button" className="door-link" aria-busy={isBusy} onClick={() => void resend()}>
          {words.resend}
        </button>
      )}
    </p>
  );
}

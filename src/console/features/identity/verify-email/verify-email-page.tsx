import { useLogin } from '@refinedev/core';
import { Button, Form } from 'antd';
import OneTimeCode from 'antd/es/input/OTP';
import {
  type ClipboardEvent,
  type ComponentPropsWithRef,
  type CompositionEvent,
  type FormEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import messages, { code as label, digit } from '../../../../../locales/pt-BR/verify-email.json';
import { CODE_DIGITS, CODE_RESEND_SECONDS } from '../../../../shared/constants.ts';
import { useCall } from '../../../components/use-call.ts';
import { HttpError } from '../../../http/client.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import type { LoginParams } from '../../../providers/auth.ts';
import { t } from '../../../providers/i18n.ts';
import {
  keepPendingEmail,
  type PendingEmail,
  pendingEmail,
  pendingPassword,
} from '../../../session/pending-sign-in.ts';
import {
  AuthField,
  EmailField,
  NewPasswordField,
  requiredRule,
  SubmitButton,
  useAuthForm,
} from '../auth-pages/auth-form.tsx';
import { useSecondsUntil } from '../use-seconds-until.ts';

interface ResendCodeProps {
  emailOf: () => string;
  readyAt: number;
  /** Whether the user registered in this tab. The tab then remembers the address and the waiting time. */
  isKept: boolean;
  onMissing: () => void;
  onSent: (pending: PendingEmail) => void;
}

/** Button to send another code. Shows a countdown while the server would refuse one. */
function ResendCode({ emailOf, readyAt, isKept, onMissing, onSent }: ResendCodeProps) {
  const { call, isBusy } = useCall<{ retryAfter?: number }>();
  const seconds = useSecondsUntil(readyAt);
  const resend = () => {
    const email = emailOf().trim();
    // The server needs the address to know which code to send.
    if (email === '') return onMissing();
    call({
      url: '/auth/verify/resend',
      values: { email },
      successText: messages.resent,
      onSuccess: (answer) => {
        const pending = { email, resendAt: Date.now() + (answer?.retryAfter ?? CODE_RESEND_SECONDS) * 1_000 };
        if (isKept) keepPendingEmail(pending);
        onSent(pending);
      },
    });
  };
  return (
    <p className="auth-after">
      {messages.notArrived}{' '}
      {seconds > 0 ? (
        <span className="figures">{messages.resendIn.replace('{{seconds}}', String(seconds))}</span>
      ) : (
        <Button type="link" loading={isBusy} onClick={resend}>
          {messages.resend}
        </Button>
      )}
    </p>
  );
}

const WHOLE_CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`);

/** Takes the code that was sent by e-mail and starts the session. */
export function VerifyEmailPage() {
  const [pending, setPending] = useState(pendingEmail);
  // The link in the e-mail contains the address, so that it works on another device, too.
  const named = new URLSearchParams(window.location.search).get('email') ?? '';
  // Somebody else may have registered with this address. Unless the user registered in this tab, they choose the password.
  const [mustChoose] = useState(pending === null);
  const { mutateAsync: login } = useLogin<LoginParams>();
  const auth = useAuthForm(async ({ email = '', code = '', password }) => {
    const address = (pending?.email ?? email).trim();
    const verification = { email: address, code, password: mustChoose ? password : pendingPassword(address) };
    const { error } = await login({ verification });
    if (error instanceof HttpError && error.code.startsWith('code_')) {
      // Overwriting one digit of a complete code would submit a mix of both codes, which costs an attempt.
      form.setFieldValue('code', '');
      return auth.showErrors({ code: error.message });
    }
    if (error) throw error;
  });
  const { form } = auth;
  const code = Form.useWatch('code', form) ?? '';
  const submitWhole = useEffectEvent(() => {
    const email = pending?.email ?? form.getFieldValue('email') ?? '';
    if (email.trim() !== '' && !mustChoose) form.submit();
  });
  // Submits the form as soon as the code is complete.
  useEffect(() => {
    if (WHOLE_CODE.test(code)) submitWhole();
  }, [code]);
  const startAgain = () => {
    form.setFields([{ name: 'code', value: '', errors: [] }]);
    form.focusField('code');
  };
  const intro = pending ? (
    <>
      {messages.sentTo} <strong>{pending.email}</strong>.
    </>
  ) : (
    messages.intro
  );
  return (
    <AuthLayout title={messages.title} intro={intro} foot={<Link to="/login">{messages.back}</Link>}>
      <Form name="verify-email" aria-label={messages.title} initialValues={{ email: named }} {...auth.props}>
        {!pending && <EmailField label={messages.email} autoFocus={named === ''} autoComplete="email" />}
        <AuthField
          name="code"
          label={messages.code}
          rules={[requiredRule, { pattern: WHOLE_CODE, message: t('validation.invalid') }]}
        >
          <CodeInput autoFocus={pending !== null || named !== ''} />
        </AuthField>
        {mustChoose && <NewPasswordField label={messages.password} />}
        <SubmitButton isBusy={auth.isBusy}>{messages.action}</SubmitButton>
      </Form>
      <ResendCode
        emailOf={() => pending?.email ?? form.getFieldValue('email') ?? ''}
        readyAt={pending?.resendAt ?? 0}
        isKept={!mustChoose}
        onMissing={() => form.focusField('email')}
        onSent={(sent) => {
          setPending(sent);
          startAgain();
        }}
      />
    </AuthLayout>
  );
}

type OtpProps = ComponentPropsWithRef<typeof OneTimeCode>;

interface CodeInputProps extends Omit<OtpProps, 'onChange' | 'onInput' | 'length'> {
  onChange?: (code: string) => void;
}

const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, CODE_DIGITS);
/** Joins the digits. An empty position inside the code becomes a space, so that later digits keep their positions. */
const joined = (digits: readonly (string | undefined)[]) =>
  Array.from(digits, (one) => one || ' ')
    .join('')
    .trimEnd();

/** antd's input for one-time codes. Accepts only digits; other characters in a pasted code are dropped. */
// `aria-required` is removed because ARIA does not allow it on the group around the inputs.
function CodeInput({ onChange, 'aria-required': _, ...props }: CodeInputProps) {
  const box = useRef<HTMLDivElement>(null);
  // antd labels the inputs in English and passes neither labels nor `autocomplete` on to them.
  useLayoutEffect(() => {
    box.current?.querySelectorAll('input').forEach((input, at) => {
      input.setAttribute('aria-label', digit.replace('{{place}}', String(at + 1)));
      input.setAttribute('autocomplete', at === 0 ? 'one-time-code' : 'off');
    });
  }, []);
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    onChange?.(digitsOf(event.clipboardData.getData('text')));
  };
  const keepToDigits = (event: FormEvent & Partial<Pick<CompositionEvent, 'data'>>) => {
    if (/\D/.test(event.data ?? '')) event.preventDefault();
  };
  return (
    <div ref={box} className="auth-code" onPasteCapture={paste} onBeforeInput={keepToDigits}>
      <OneTimeCode
        {...props}
        size="large"
        aria-label={label}
        inputMode="numeric"
        length={CODE_DIGITS}
        onInput={(digits) => onChange?.(joined(digits))}
      />
    </div>
  );
}

import { useLogin } from '@refinedev/core';
import { Form } from 'antd';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import messages from '../../../../../locales/pt-BR/login.json';
import { HttpError } from '../../../http/client.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import type { LoginParams } from '../../../providers/auth.ts';
import { showFailure } from '../../../providers/failure.ts';
import { waitingSignIn } from '../../../session/pending-sign-in.ts';
import { AuthField, requiredRule, SubmitButton, useAuthForm, VERBATIM } from '../auth-pages/auth-form.tsx';
import { PasskeySignIn } from '../auth-pages/passkey-sign-in.tsx';

/** Asks for the second factor of a sign-in. `GuestsOnly` (routes.tsx) then redirects. */
export function LoginConfirmPage() {
  const { search } = window.location;
  const navigate = useNavigate();
  const [waiting] = useState(waitingSignIn);
  const { mutateAsync: login } = useLogin<LoginParams>();
  const auth = useAuthForm(async ({ code = '' }) => {
    const { error } = await login({ ticket: waiting?.ticket ?? '', proof: { code } });
    if (!error) return;
    const refusal = error instanceof HttpError ? error.code : '';
    if (refusal === 'code_invalid') {
      auth.form.setFieldValue('code', '');
      return auth.showErrors({ code: error.message });
    }
    if (refusal === 'sign_in_expired') void navigate(`/login${search}`, { replace: true });
    showFailure(error);
  });
  if (!waiting) return <Navigate to={`/login${search}`} replace />;
  const hasCode = waiting.proofs.some((proof) => proof !== 'passkey');
  return (
    <AuthLayout
      title={messages.confirm.title}
      intro={messages.confirm.intro}
      foot={<Link to={`/login${search}`}>{messages.confirm.back}</Link>}
    >
      {hasCode && (
        <Form name="login-confirm" aria-label={messages.confirm.title} {...auth.props}>
          <AuthField
            name="code"
            label={waiting.proofs.includes('totp') ? messages.confirm.code : messages.confirm.recovery}
            extra={waiting.proofs.includes('totp') ? messages.confirm.hint : messages.confirm.recoveryHint}
            required
            rules={[requiredRule]}
          >
            <Input size="large" name="code" autoFocus autoComplete="one-time-code" maxLength={40} {...VERBATIM} />
          </AuthField>
          <SubmitButton isBusy={auth.isBusy}>{messages.confirm.action}</SubmitButton>
        </Form>
      )}
      {waiting.proofs.includes('passkey') && <PasskeySignIn ticket={waiting.ticket} />}
    </AuthLayout>
  );
}

import { useLogin } from '@refinedev/core';
import { Form } from 'antd';
import { Link, useNavigate } from 'react-router';
import messages from '../../../../../locales/pt-BR/login.json';
import { HttpError } from '../../../http/client.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import type { LoginParams } from '../../../providers/auth.ts';
import { canUsePasskeys } from '../../../session/passkeys.ts';
import { hasExpired } from '../../../state/store.ts';
import { EmailField, PasswordField, requiredRule, SubmitButton, useAuthForm } from '../auth-pages/auth-form.tsx';
import { PasskeySignIn } from '../auth-pages/passkey-sign-in.tsx';
import { SocialSignIn } from '../auth-pages/social-sign-in.tsx';

/** Signs in with e-mail and password. `GuestsOnly` (routes.tsx) then redirects. */
export function LoginPage() {
  const navigate = useNavigate();
  const { search } = window.location;
  const { mutateAsync: login } = useLogin<LoginParams>();
  const auth = useAuthForm(async ({ email = '', password = '' }) => {
    const { error } = await login({ email, password });
    if (!error) return;
    const code = error instanceof HttpError ? error.code : '';
    if (code === 'wrong_credentials') auth.showErrors({ password: messages.checkBoth });
    if (code === 'second_factor_required') return void navigate(`/login/confirm${search}`);
    if (code === 'email_not_verified') void navigate(`/verify-email${search}`);
    throw error;
  });
  return (
    <AuthLayout
      title={messages.title}
      intro={hasExpired() && new URLSearchParams(search).has('to') ? messages.expired : messages.intro}
      foot={
        <>
          {messages.noAccount} <Link to={`/register${search}`}>{messages.register}</Link>
        </>
      }
    >
      <Form name="login" aria-label={messages.title} {...auth.props}>
        <EmailField label={messages.email} autoFocus autoComplete="username" placeholder={messages.emailExample} />
        <PasswordField
          name="password"
          label={messages.password}
          rules={[requiredRule]}
          autoComplete="current-password"
          aside={<Link to={`/forgot-password${search}`}>{messages.forgot}</Link>}
        />
        <SubmitButton isBusy={auth.isBusy}>{messages.action}</SubmitButton>
      </Form>
      {canUsePasskeys() && <PasskeySignIn />}
      <SocialSignIn />
    </AuthLayout>
  );
}

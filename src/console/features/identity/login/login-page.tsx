import { useLogin } from '@refinedev/core';
import { Form } from 'antd';
import { Link, useNavigate } from 'react-router';
import words from '../../../../../locales/pt-BR/login.json';
import { HttpError } from '../../../http/client.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import type { LoginParams } from '../../../providers/auth.ts';
import { EmailField, PasswordField, SubmitButton } from '../auth-pages/auth-fields.tsx';
import { requiredRule } from '../auth-pages/body-rules.ts';
import { SocialSignIn } from '../auth-pages/social-sign-in.tsx';
import { useAuthForm } from '../auth-pages/use-auth-form.ts';

/** Signs in with e-mail and password. `GuestsOnly` (routes.tsx) then redirects. */
export function LoginPage() {
  const navigate = useNavigate();
  const { search } = window.location;
  const { mutateAsync: login } = useLogin<LoginParams>();
  const auth = useAuthForm(async ({ email = '', password = '' }) => {
    const { error } = await login({ email, password });
    if (!error) return;
    const code = error instanceof HttpError ? error.code : '';
    if (code === 'wrong_credentials') auth.showErrors({ password: words.checkBoth });
    if (code === 'email_not_verified') void navigate(`/verify-email${search}`);
    throw error;
  });
  return (
    <AuthLayout
      title={words.title}
      intro={words.intro}
      foot={
        <>
          {words.noAccount} <Link to={`/register${search}`}>{words.register}</Link>
        </>
      }
    >
      <Form name="login" aria-label={words.title} {...auth.props}>
        <EmailField label={words.email} autoFocus autoComplete="username" placeholder={words.emailExample} />
        <PasswordField
          name="password"
          label={words.password}
          rules={[requiredRule]}
          autoComplete="current-password"
          aside={<Link to={`/forgot-password${search}`}>{words.forgot}</Link>}
        />
        <SubmitButton isBusy={auth.isBusy}>{words.action}</SubmitButton>
      </Form>
      <SocialSignIn />
    </AuthLayout>
  );
}

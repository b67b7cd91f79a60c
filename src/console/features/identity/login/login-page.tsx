import { useLogin } from '@refinedev/core';
import { Link, useNavigate } from 'react-router';
import words from '../../../../../locales/pt-BR/login.json';
import { checkInputs } from '../auth-pages/check-form.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import { Field, PasswordField, Submit } from '../auth-pages/fields.tsx';
import { SocialDoor } from '../auth-pages/social-door.tsx';
import { useDoorForm } from '../auth-pages/use-door-form.ts';
import { HttpError } from '../../../http/client.ts';
import type { LoginParams } from '../../../providers/auth.ts';

/** Sign in with e-mail and password; the guests' frame then leads on. */
export function LoginPage() {
  const navigate = useNavigate();
  const { search } = window.location;
  const { mutateAsync: login } = useLogin<LoginParams>();
  const door = useDoorForm(checkInputs, async ({ email = '', password = '' }) => {
    const { error } = await login({ email, password });
    if (!error) return;
    const code = error instanceof HttpError ? error.code : '';
    if (code === 'wrong_credentials') door.blame({ password: words.checkBoth });
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
      <form className="door-form" aria-label={words.title} {...door.form}>
        <Field
          name="email"
          label={words.email}
          of={door}
          type="email"
          required
          autoFocus
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={words.emailExample}
        />
        <PasswordField
          name="password"
          label={words.password}
          of={door}
          required
          autoComplete="current-password"
          aside={<Link to={`/forgot-password${search}`}>{words.forgot}</Link>}
        />
        <Submit isBusy={door.isBusy}>{words.action}</Submit>
      </form>
      <SocialDoor />
    </AuthLayout>
  );
}

import { Link, useNavigate } from 'react-router';
import words from '../../../../locales/pt-BR/login.json';
import { CODE_RESEND_SECONDS } from '../../../shared/constants.ts';
import { checkInputs } from '../../door/check-form.ts';
import { DoorFrame } from '../../door/door-frame.tsx';
import { Field, PasswordField, Submit } from '../../door/fields.tsx';
import { SocialDoor } from '../../door/social-door.tsx';
import { useDoorForm } from '../../door/use-door-form.ts';
import { HttpError } from '../../http/client.ts';
import { showFailure } from '../../providers/failure.ts';
import { keepPendingEmail, keepPendingPassword } from '../../session/pending-email.ts';
import { signIn } from '../../session/sign-in.ts';

/** Sign in with e-mail and password; the guests' frame then leads on. */
export function LoginPage() {
  const navigate = useNavigate();
  const { search } = window.location;
  const door = useDoorForm(checkInputs, async ({ email = '', password = '' }) => {
    try {
      await signIn(email.trim(), password);
    } catch (failure) {
      if (!(failure instanceof HttpError)) throw failure;
      if (failure.code === 'wrong_credentials') door.blame({ password: words.checkBoth });
      if (failure.code !== 'email_not_verified') throw failure;
      keepPendingPassword(email.trim(), password);
      keepPendingEmail({ email: email.trim(), resendAt: Date.now() + CODE_RESEND_SECONDS * 1_000 });
      void showFailure(failure);
      void navigate(`/verify-email${search}`);
    }
  });
  return (
    <DoorFrame
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
    </DoorFrame>
  );
}

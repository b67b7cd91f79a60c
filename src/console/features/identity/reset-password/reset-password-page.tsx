import { useUpdatePassword } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import words from '../../../../../locales/pt-BR/reset-password.json';
import { checkBody, loadRules, type FieldFaults } from '../auth-pages/check-form.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import { PasswordField, Submit } from '../auth-pages/fields.tsx';
import { PasswordParts } from '../auth-pages/password-parts.tsx';
import { useDoorForm } from '../auth-pages/use-door-form.ts';
import { HttpError } from '../../../http/client.ts';
import type { UpdatePasswordParams } from '../../../providers/auth.ts';
import { notify } from '../../../providers/notification.tsx';

/** Sets a new password with the token of an e-mailed link; a link that no longer holds leads to /expired. */
export function ResetPasswordPage() {
  const navigate = useNavigate();
  const { mutateAsync: updatePassword } = useUpdatePassword<UpdatePasswordParams>();
  const [password, setPassword] = useState('');
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  useEffect(() => {
    if (token === '') void navigate('/expired', { replace: true });
  }, [token, navigate]);
  const check = async (_: HTMLFormElement, values: Record<string, string>): Promise<FieldFaults> => {
    const faults = await checkBody('resetPasswordBody', { ...values, token });
    if (faults.password || values.password === values.confirmation) return faults;
    return { ...faults, confirmation: words.different };
  };
  const door = useDoorForm(check, async (values) => {
    const { error } = await updatePassword({ token, password: values.password ?? '' });
    if (error instanceof HttpError && error.code === 'link_expired') return navigate('/expired', { replace: true });
    if (error) throw error;
    notify({ type: 'success', message: words.done });
  });
  return (
    <AuthLayout title={words.title} intro={words.intro} foot={<Link to="/login">{words.back}</Link>}>
      <form className="door-form" aria-label={words.title} {...door.form} onInput={() => void loadRules()}>
        <PasswordField
          name="password"
          label={words.password}
          of={door}
          required
          autoFocus
          autoComplete="new-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          hint={<PasswordParts password={password} />}
        />
        <PasswordField name="confirmation" label={words.confirmation} of={door} required autoComplete="new-password" />
        <Submit isBusy={door.isBusy}>{words.action}</Submit>
      </form>
    </AuthLayout>
  );
}

import { useUpdatePassword } from '@refinedev/core';
import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import messages from '../../../../../locales/pt-BR/reset-password.json';
import { HttpError } from '../../../http/client.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import type { UpdatePasswordParams } from '../../../providers/auth.ts';
import { notify } from '../../../providers/notification.tsx';
import {
  loadRules,
  NewPasswordField,
  PasswordField,
  requiredRule,
  SubmitButton,
  useAuthForm,
} from '../auth-pages/auth-form.tsx';

/** Sets a new password with the token from an e-mailed link. A missing or expired token leads to /expired. */
export function ResetPasswordPage() {
  const navigate = useNavigate();
  const { mutateAsync: updatePassword } = useUpdatePassword<UpdatePasswordParams>();
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  useEffect(() => {
    if (token === '') void navigate('/expired', { replace: true });
  }, [token, navigate]);
  const auth = useAuthForm(async ({ password = '' }) => {
    const { error } = await updatePassword({ token, password });
    if (error instanceof HttpError && error.code === 'link_expired') return navigate('/expired', { replace: true });
    if (error) throw error;
    notify({ type: 'success', message: messages.done });
  });
  const sameAsPassword = {
    validator: async (_: unknown, value: unknown) => {
      if (value !== auth.form.getFieldValue('password')) throw new Error(messages.different);
    },
  };
  return (
    <AuthLayout title={messages.title} intro={messages.intro} foot={<Link to="/login">{messages.back}</Link>}>
      <Form name="reset-password" aria-label={messages.title} {...auth.props} onInput={() => void loadRules()}>
        <NewPasswordField label={messages.password} autoFocus />
        <PasswordField
          name="confirmation"
          label={messages.confirmation}
          rules={[requiredRule, sameAsPassword]}
          autoComplete="new-password"
        />
        <SubmitButton isBusy={auth.isBusy}>{messages.action}</SubmitButton>
      </Form>
    </AuthLayout>
  );
}

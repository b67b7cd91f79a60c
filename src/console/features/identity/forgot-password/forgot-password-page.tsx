import { useForgotPassword } from '@refinedev/core';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import words from '../../../../../locales/pt-BR/forgot-password.json';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import { EmailField, SubmitButton } from '../auth-pages/auth-fields.tsx';
import { useAuthForm } from '../auth-pages/use-auth-form.ts';

/** Sends a link to set a new password. Shows the same result for unknown addresses, so as not to reveal accounts. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const { mutateAsync: askForLink } = useForgotPassword<{ email: string }>();
  const auth = useAuthForm(async ({ email = '' }) => {
    const { error } = await askForLink({ email });
    if (error) throw error;
    setSentTo(email.trim());
  });
  const back = <Link to={`/login${window.location.search}`}>{words.back}</Link>;
  if (sentTo !== undefined) {
    const intro = (
      <span role="status">
        {words.sent} <strong>{sentTo}</strong>
        {words.sentAfter}
      </span>
    );
    return (
      <AuthLayout title={words.sentTitle} intro={intro} foot={back}>
        <p className="auth-after">
          {words.notArrived}{' '}
          <Button type="link" onClick={() => setSentTo(undefined)}>
            {words.again}
          </Button>
        </p>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={words.title} intro={words.intro} foot={back}>
      <Form name="forgot-password" aria-label={words.title} {...auth.props}>
        <EmailField label={words.email} autoFocus autoComplete="username" placeholder={words.emailExample} />
        <SubmitButton isBusy={auth.isBusy}>{words.action}</SubmitButton>
      </Form>
    </AuthLayout>
  );
}

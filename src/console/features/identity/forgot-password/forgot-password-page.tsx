import { useForgotPassword } from '@refinedev/core';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import messages from '../../../../../locales/pt-BR/forgot-password.json';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import { EmailField, SubmitButton, useAuthForm } from '../auth-pages/auth-form.tsx';

/** Sends a link to set a new password. Shows the same result for unknown addresses, so as not to reveal accounts. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const { mutateAsync: askForLink } = useForgotPassword<{ email: string }>();
  const auth = useAuthForm(async ({ email = '' }) => {
    const { error } = await askForLink({ email });
    if (error) throw error;
    setSentTo(email.trim());
  });
  const back = <Link to={`/login${window.location.search}`}>{messages.back}</Link>;
  if (sentTo !== undefined) {
    const intro = (
      <span role="status">
        {messages.sent} <strong>{sentTo}</strong>
        {messages.sentAfter}
      </span>
    );
    return (
      <AuthLayout title={messages.sentTitle} intro={intro} foot={back}>
        <p className="auth-after">
          {messages.notArrived}{' '}
          <Button type="link" onClick={() => setSentTo(undefined)}>
            {messages.again}
          </Button>
        </p>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={messages.title} intro={messages.intro} foot={back}>
      <Form name="forgot-password" aria-label={messages.title} {...auth.props}>
        <EmailField label={messages.email} autoFocus autoComplete="username" placeholder={messages.emailExample} />
        <SubmitButton isBusy={auth.isBusy}>{messages.action}</SubmitButton>
      </Form>
    </AuthLayout>
  );
}

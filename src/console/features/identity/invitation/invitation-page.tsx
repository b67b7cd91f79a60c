import { useLogin } from '@refinedev/core';
import { Button, Form } from 'antd';
import Input from 'antd/es/input/Input';
import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { z } from 'zod';
import messages from '../../../../../locales/pt-BR/invitation.json';
import type { invitation } from '../../../../shared/people.ts';
import { Splash } from '../../../components/logo.tsx';
import { HttpError, request } from '../../../http/client.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import { NoticePage } from '../../../layout/notice-page.tsx';
import type { LoginParams } from '../../../providers/auth.ts';
import { notify } from '../../../providers/notification.tsx';
import {
  AuthField,
  bodyRule,
  EmailField,
  loadRules,
  NewPasswordField,
  requiredRule,
  SubmitButton,
  useAuthForm,
} from '../auth-pages/auth-form.tsx';

type Invitation = z.infer<typeof invitation>;

const isExpired = (failure: unknown) => failure instanceof HttpError && failure.code === 'link_expired';
const tokenHere = () => window.location.pathname.split('/')[2] ?? '';

/** The page that an invitation e-mail links to. Shows who invites to which account and asks for a name and a password. */
export function InvitationPage() {
  const [token] = useState(tokenHere);
  const [found, setFound] = useState<Invitation>();
  const [failure, setFailure] = useState<unknown>();
  const ask = useCallback(() => {
    setFailure(undefined);
    request<Invitation>(`/invitations/${token}`).then(setFound, setFailure);
  }, [token]);
  useEffect(ask, [ask]);
  if (isExpired(failure)) return <Expired />;
  if (failure) return <Failed failure={failure} again={ask} />;
  return found ? <Accept token={token} invitation={found} onExpired={setFailure} /> : <Splash />;
}

function Expired() {
  return (
    <NoticePage
      title={messages.expired.title}
      text={`${messages.expired.text} ${messages.expired.hint}`}
      drawing="clock"
    >
      <Link to="/login">{messages.login}</Link>
    </NoticePage>
  );
}

function Failed({ failure, again }: { failure: unknown; again: () => void }) {
  return (
    <NoticePage title={messages.failed.title} text={failure instanceof Error ? failure.message : ''} drawing="letter">
      <Button type="primary" size="large" onClick={again}>
        {messages.failed.action}
      </Button>
    </NoticePage>
  );
}

function Accept(props: { token: string; invitation: Invitation; onExpired: (failure: unknown) => void }) {
  const { token, invitation: invited } = props;
  const navigate = useNavigate();
  const { mutateAsync: login } = useLogin<LoginParams>();
  const auth = useAuthForm(async ({ name = '', password = '' }) => {
    const { error } = await login({ invitation: token, name, password });
    if (error && isExpired(error)) return props.onExpired(error);
    if (error) throw error;
    notify({ type: 'success', message: messages.done.replace('{{account}}', () => invited.account) });
    void navigate('/', { replace: true });
  });
  const by = invited.inviter ? messages.by.replace('{{inviter}}', () => invited.inviter) : messages.byNobody;
  return (
    <AuthLayout
      title={messages.title.replace('{{account}}', () => invited.account)}
      intro={
        <>
          {by} {messages.role[invited.role]}
        </>
      }
      foot={<Link to="/login">{messages.login}</Link>}
    >
      <Form
        name="invitation"
        aria-label={messages.action}
        initialValues={{ email: invited.email }}
        {...auth.props}
        onInput={() => void loadRules()}
      >
        {/* Password managers store the password under this address. */}
        <EmailField label={messages.email} rules={[]} readOnly variant="filled" autoComplete="username" />
        {/* Name and password follow the same rules as in the registration. */}
        <AuthField name="name" label={messages.name} required rules={[requiredRule, bodyRule('name')]}>
          <Input size="large" name="name" autoFocus autoComplete="name" maxLength={120} />
        </AuthField>
        <NewPasswordField label={messages.password} />
        <SubmitButton isBusy={auth.isBusy}>{messages.action}</SubmitButton>
      </Form>
    </AuthLayout>
  );
}

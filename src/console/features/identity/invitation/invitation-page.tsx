import { useLogin } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
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
  const [hasExpired, setExpired] = useState(false);
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => request<Invitation>(`/invitations/${token}`, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  if (hasExpired || isExpired(query.error)) return <Expired />;
  if (query.isFetching) return <Splash />;
  if (!query.data) return <Failed failure={query.error} again={() => void query.refetch()} />;
  return <Accept token={token} invitation={query.data} onExpired={() => setExpired(true)} />;
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

function Accept(props: { token: string; invitation: Invitation; onExpired: () => void }) {
  const { token, invitation: invited } = props;
  const navigate = useNavigate();
  const { mutateAsync: login } = useLogin<LoginParams>();
  const auth = useAuthForm(async ({ name = '', password = '' }) => {
    const { error } = await login({ invitation: token, name, password });
    if (error && isExpired(error)) return props.onExpired();
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

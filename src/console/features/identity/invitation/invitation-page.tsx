import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { z } from 'zod';
import words from '../../../../../locales/pt-BR/invitation.json';
import { checkBody, loadRules, type FieldFaults } from '../auth-pages/check-form.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import { NoticePage } from '../../../layout/notice-page.tsx';
import { Field, PasswordField, Submit } from '../auth-pages/fields.tsx';
import { PasswordParts } from '../auth-pages/password-parts.tsx';
import { useDoorForm } from '../auth-pages/use-door-form.ts';
import { HttpError, request } from '../../../http/client.ts';
import { Splash } from '../../../components/logo.tsx';
import { notify } from '../../../providers/notification.tsx';
import { startSession } from '../../../session/sign-in.ts';
import type { invitation } from '../../../../shared/people.ts';
import type { TokenPair } from '../../../../shared/session.ts';
import './invitation.css';

type Invitation = z.infer<typeof invitation>;

const isExpired = (failure: unknown) => failure instanceof HttpError && failure.code === 'link_expired';
const addressHere = () => `/invitations/${window.location.pathname.split('/')[2] ?? ''}`;

/** The page of an e-mailed invitation: who invites to what; a name and a password, and one is in. */
export function InvitationPage() {
  const [path] = useState(addressHere);
  const [found, setFound] = useState<Invitation>();
  const [failure, setFailure] = useState<unknown>();
  const ask = useCallback(() => {
    setFailure(undefined);
    request<Invitation>(path).then(setFound, setFailure);
  }, [path]);
  useEffect(ask, [ask]);
  if (isExpired(failure)) return <Expired />;
  if (failure) return <Failed failure={failure} again={ask} />;
  return found ? <Accept path={path} invitation={found} onExpired={setFailure} /> : <Splash />;
}

function Expired() {
  return (
    <NoticePage
      title={words.expired.title}
      text={`${words.expired.text} ${words.expired.hint}`}
      drawing={['M14 62c14 4 54 4 68 0', 'M48 14v8m0 0a18 18 0 1 1 0 36 18 18 0 0 1 0-36Zm0 9v9l6 4']}
    >
      <Link to="/login">{words.login}</Link>
    </NoticePage>
  );
}

function Failed({ failure, again }: { failure: unknown; again: () => void }) {
  return (
    <NoticePage
      title={words.failed.title}
      text={failure instanceof Error ? failure.message : ''}
      drawing={['M14 62c14 4 54 4 68 0', 'M30 20h36v28H30zM30 20l18 15 18-15']}
    >
      <button type="button" className="door-button" onClick={again}>
        {words.failed.action}
      </button>
    </NoticePage>
  );
}

function Accept(props: { path: string; invitation: Invitation; onExpired: (failure: unknown) => void }) {
  const { path, invitation: invited } = props;
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const check = async (_: HTMLFormElement, values: Record<string, string>): Promise<FieldFaults> => {
    // Name and password have the same rules as at the sign-up, whose other fields are not asked here.
    const { name, password: secret } = await checkBody('registerBody', values);
    return { ...(name && { name }), ...(secret && { password: secret }) };
  };
  const door = useDoorForm(check, async ({ name, password: secret }) => {
    try {
      const body = { name: name?.trim(), password: secret };
      startSession(await request<TokenPair>(path, { method: 'POST', body }));
      notify({ type: 'success', message: words.done.replace('{{account}}', () => invited.account) });
      void navigate('/', { replace: true });
    } catch (failure) {
      if (!isExpired(failure)) throw failure;
      props.onExpired(failure);
    }
  });
  const by = invited.inviter ? words.by.replace('{{inviter}}', () => invited.inviter) : words.byNobody;
  return (
    <AuthLayout
      title={words.title.replace('{{account}}', () => invited.account)}
      intro={
        <>
          {by} {words.role[invited.role]}
        </>
      }
      foot={<Link to="/login">{words.login}</Link>}
    >
      <form className="door-form" aria-label={words.action} {...door.form} onInput={() => void loadRules()}>
        {/* Password managers keep the password by it. */}
        <Field
          name="email"
          label={words.email}
          of={door}
          className="invitation-email"
          readOnly
          autoComplete="username"
          value={invited.email}
        />
        <Field name="name" label={words.name} of={door} required autoFocus autoComplete="name" maxLength={120} />
        <PasswordField
          name="password"
          label={words.password}
          of={door}
          required
          autoComplete="new-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          hint={<PasswordParts password={password} />}
        />
        <Submit isBusy={door.isBusy}>{words.action}</Submit>
      </form>
    </AuthLayout>
  );
}

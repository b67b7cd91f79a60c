import { useForgotPassword } from '@refinedev/core';
import { useState } from 'react';
import { Link } from 'react-router';
import words from '../../../../../locales/pt-BR/forgot-password.json';
import { checkInputs } from '../auth-pages/check-form.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import { Field, Submit } from '../auth-pages/fields.tsx';
import { useDoorForm } from '../auth-pages/use-door-form.ts';

/** Asks for the link that sets a new password. The answer is the same whether the address is known or not. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const { mutateAsync: askForLink } = useForgotPassword<{ email: string }>();
  const door = useDoorForm(checkInputs, async ({ email = '' }) => {
    const { error } = await askForLink({ email });
    if (error) throw error;
    setSentTo(email.trim());
  });
  const back = <Link to={`/login${window.location.search}`}>{words.back}</Link>;
  if (sentTo !== undefined) {
    const intro = (
      <span role="status">
        {words.sent} <strong>{sentTo}</strong>. {words.sentAfter}
      </span>
    );
    return (
      <AuthLayout title={words.sentTitle} intro={intro} foot={back}>
        <p className="door-after">
          {words.notArrived}{' '}
          <button type="button" className="door-link" onClick={() => setSentTo(undefined)}>
            {words.again}
          </button>
        </p>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={words.title} intro={words.intro} foot={back}>
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
        <Submit isBusy={door.isBusy}>{words.action}</Submit>
      </form>
    </AuthLayout>
  );
}

import { useRegister } from '@refinedev/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import words from '../../../../../locales/pt-BR/register.json';
import { checkBody, loadRules } from '../auth-pages/check-form.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import { Field, PasswordField, Submit } from '../auth-pages/fields.tsx';
import { PasswordParts } from '../auth-pages/password-parts.tsx';
import { SocialDoor } from '../auth-pages/social-door.tsx';
import { useDoorForm } from '../auth-pages/use-door-form.ts';
import type { RegisterParams } from '../../../providers/auth.ts';

/** Makes an account; a code sent by e-mail comes next. */
export function RegisterPage() {
  const navigate = useNavigate();
  const { mutateAsync: register } = useRegister<RegisterParams>();
  const { search } = window.location;
  const [password, setPassword] = useState('');
  const [website, setWebsite] = useState('');
  const door = useDoorForm(
    (_, values) => checkBody('registerBody', values),
    async (values) => {
      const { error } = await register(values);
      if (error) throw error;
      void navigate(`/verify-email${search}`);
    },
  );
  const giveScheme = () => {
    const typed = website.trim();
    setWebsite(typed === '' || /^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  };
  return (
    <AuthLayout
      title={words.title}
      intro={words.intro}
      foot={
        <>
          {words.hasAccount} <Link to={`/login${search}`}>{words.login}</Link>
        </>
      }
    >
      <form className="door-form" aria-label={words.title} {...door.form} onInput={() => void loadRules()}>
        <Field name="name" label={words.name} of={door} required autoFocus autoComplete="name" />
        <Field
          name="email"
          label={words.email}
          of={door}
          type="email"
          required
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={words.emailExample}
        />
        <div className="door-row">
          <Field
            name="website"
            label={words.website}
            of={door}
            required
            autoComplete="url"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={words.websiteExample}
            value={website}
            onChange={({ target }) => setWebsite(target.value)}
            onBlur={giveScheme}
          />
          <Field
            name="phone"
            label={words.phone}
            of={door}
            type="tel"
            autoComplete="tel"
            placeholder={words.phoneExample}
            aside={<span className="field-aside">{words.optional}</span>}
          />
        </div>
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
        <p className="door-agreement">
          {words.agreement} <Link to="/terms">{words.terms}</Link> {words.and}{' '}
          <Link to="/privacy">{words.privacy}</Link>.
        </p>
      </form>
      <SocialDoor />
    </AuthLayout>
  );
}

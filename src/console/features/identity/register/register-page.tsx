import { useRegister } from '@refinedev/core';
import { Form } from 'antd';
import Input from 'antd/es/input/Input';
import { Link, useNavigate } from 'react-router';
import words from '../../../../../locales/pt-BR/register.json';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import type { RegisterParams } from '../../../providers/auth.ts';
import { AuthField, EmailField, PasswordField, SubmitButton, VERBATIM } from '../auth-pages/auth-fields.tsx';
import { bodyRule, loadRules, requiredRule } from '../auth-pages/body-rules.ts';
import { SocialSignIn } from '../auth-pages/social-sign-in.tsx';
import { useAuthForm } from '../auth-pages/use-auth-form.ts';

const rulesOf = (field: string) => [requiredRule, bodyRule('registerBody', field)];

function withScheme(address = ''): string {
  const typed = address.trim();
  return typed === '' || /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
}

/** Creates an account. The next page asks for the code that is sent by e-mail. */
export function RegisterPage() {
  const navigate = useNavigate();
  const { mutateAsync: register } = useRegister<RegisterParams>();
  const { search } = window.location;
  const auth = useAuthForm(async (values) => {
    const { error } = await register(values);
    if (error) throw error;
    void navigate(`/verify-email${search}`);
  });
  const { form } = auth;
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
      <Form
        name="register"
        aria-label={words.title}
        initialValues={{ phone: '' }}
        {...auth.props}
        onInput={() => void loadRules()}
      >
        <AuthField name="name" label={words.name} required rules={rulesOf('name')}>
          <Input size="large" name="name" autoFocus autoComplete="name" />
        </AuthField>
        <EmailField
          label={words.email}
          rules={rulesOf('email')}
          autoComplete="email"
          placeholder={words.emailExample}
        />
        <div className="auth-row">
          <AuthField name="website" label={words.website} required rules={rulesOf('website')}>
            <Input
              size="large"
              name="website"
              inputMode="url"
              autoComplete="url"
              placeholder={words.websiteExample}
              onBlur={() => form.setFieldValue('website', withScheme(form.getFieldValue('website')))}
              {...VERBATIM}
            />
          </AuthField>
          <AuthField
            name="phone"
            label={words.phone}
            rules={[bodyRule('registerBody', 'phone')]}
            aside={words.optional}
          >
            <Input size="large" name="phone" type="tel" autoComplete="tel" placeholder={words.phoneExample} />
          </AuthField>
        </div>
        <PasswordField
          name="password"
          label={words.password}
          rules={rulesOf('password')}
          autoComplete="new-password"
          withParts
        />
        <SubmitButton isBusy={auth.isBusy}>{words.action}</SubmitButton>
        <p className="auth-agreement">
          {words.agreement} <Link to="/terms">{words.terms}</Link> {words.and}{' '}
          <Link to="/privacy">{words.privacy}</Link>.
        </p>
      </Form>
      <SocialSignIn />
    </AuthLayout>
  );
}

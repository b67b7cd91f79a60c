import { useRegister } from '@refinedev/core';
import { Form } from 'antd';
import Input from 'antd/es/input/Input';
import { Link, useNavigate } from 'react-router';
import messages from '../../../../../locales/pt-BR/register.json';
import { businessAddress } from '../../../../shared/site-origins.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import type { RegisterParams } from '../../../providers/auth.ts';
import {
  AuthField,
  bodyRule,
  EmailField,
  loadRules,
  NewPasswordField,
  requiredRule,
  SubmitButton,
  useAuthForm,
  VERBATIM,
} from '../auth-pages/auth-form.tsx';
import { SocialSignIn } from '../auth-pages/social-sign-in.tsx';

const rulesOf = (field: string) => [requiredRule, bodyRule(field)];

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
      title={messages.title}
      intro={messages.intro}
      foot={
        <>
          {messages.hasAccount} <Link to={`/login${search}`}>{messages.login}</Link>
        </>
      }
    >
      <Form
        name="register"
        aria-label={messages.title}
        initialValues={{ phone: '' }}
        {...auth.props}
        onInput={() => void loadRules()}
      >
        <AuthField name="name" label={messages.name} required rules={rulesOf('name')}>
          <Input size="large" name="name" autoFocus autoComplete="name" />
        </AuthField>
        <EmailField
          label={messages.email}
          rules={rulesOf('email')}
          autoComplete="email"
          placeholder={messages.emailExample}
        />
        <div className="auth-row">
          <AuthField
            name="website"
            label={messages.website}
            required
            rules={rulesOf('website')}
            extra={messages.websiteOr}
          >
            <Input
              size="large"
              name="website"
              inputMode="url"
              autoComplete="url"
              placeholder={messages.websiteExample}
              onBlur={() => form.setFieldValue('website', businessAddress(form.getFieldValue('website') ?? ''))}
              {...VERBATIM}
            />
          </AuthField>
          <AuthField name="phone" label={messages.phone} rules={[bodyRule('phone')]} aside={messages.optional}>
            <Input size="large" name="phone" type="tel" autoComplete="tel" placeholder={messages.phoneExample} />
          </AuthField>
        </div>
        <NewPasswordField label={messages.password} />
        <SubmitButton isBusy={auth.isBusy}>{messages.action}</SubmitButton>
        <p className="auth-agreement">
          {messages.agreement} <Link to="/terms">{messages.terms}</Link> {messages.and}{' '}
          <Link to="/privacy">{messages.privacy}</Link>.
        </p>
      </Form>
      <SocialSignIn />
    </AuthLayout>
  );
}

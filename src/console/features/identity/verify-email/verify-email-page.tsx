import { useLogin } from '@refinedev/core';
import { Form } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import words from '../../../../../locales/pt-BR/verify-email.json';
import { CODE_DIGITS } from '../../../../shared/constants.ts';
import { HttpError } from '../../../http/client.ts';
import { AuthLayout } from '../../../layout/auth-layout.tsx';
import type { LoginParams } from '../../../providers/auth.ts';
import { pendingEmail, pendingPassword } from '../../../session/pending-email.ts';
import { AuthField, EmailField, PasswordField, SubmitButton } from '../auth-pages/auth-fields.tsx';
import { bodyRule, requiredRule } from '../auth-pages/body-rules.ts';
import { CodeInput } from '../auth-pages/code-input.tsx';
import { useAuthForm } from '../auth-pages/use-auth-form.ts';
import { ResendCode } from './resend-code.tsx';

const WHOLE_CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`);

/** Takes the code that was sent by e-mail and starts the session. */
export function VerifyEmailPage() {
  const { t } = useTranslation();
  const [pending, setPending] = useState(pendingEmail);
  // The link in the e-mail contains the address, so that it works on another device, too.
  const named = new URLSearchParams(window.location.search).get('email') ?? '';
  // Somebody else may have registered with this address. Unless the user registered in this tab, they choose the password.
  const [mustChoose] = useState(pending === null);
  const { mutateAsync: login } = useLogin<LoginParams>();
  const auth = useAuthForm(async ({ email = '', code = '', password }) => {
    const address = (pending?.email ?? email).trim();
    const verification = { email: address, code, password: mustChoose ? password : pendingPassword(address) };
    const { error } = await login({ verification });
    if (error instanceof HttpError && error.code.startsWith('code_')) return auth.showErrors({ code: error.message });
    if (error) throw error;
  });
  const { form } = auth;
  const code = Form.useWatch('code', form) ?? '';
  const submitWhole = useEffectEvent(() => {
    const email = pending?.email ?? form.getFieldValue('email') ?? '';
    if (email.trim() !== '' && !mustChoose) form.submit();
  });
  // Submits the form as soon as the code is complete.
  useEffect(() => {
    if (WHOLE_CODE.test(code)) submitWhole();
  }, [code]);
  const startAgain = () => {
    form.setFields([{ name: 'code', value: '', errors: [] }]);
    form.focusField('code');
  };
  const intro = pending ? (
    <>
      {words.sentTo} <strong>{pending.email}</strong>.
    </>
  ) : (
    words.intro
  );
  return (
    <AuthLayout title={words.title} intro={intro} foot={<Link to="/login">{words.back}</Link>}>
      <Form name="verify-email" aria-label={words.title} initialValues={{ email: named }} {...auth.props}>
        {!pending && <EmailField label={words.email} autoFocus={named === ''} autoComplete="email" />}
        <AuthField
          name="code"
          label={words.code}
          rules={[requiredRule, { pattern: WHOLE_CODE, message: t('validation.invalid') }]}
        >
          <CodeInput autoFocus={pending !== null || named !== ''} />
        </AuthField>
        {mustChoose && (
          <PasswordField
            name="password"
            label={words.password}
            rules={[requiredRule, bodyRule('registerBody', 'password')]}
            autoComplete="new-password"
            withParts
          />
        )}
        <SubmitButton isBusy={auth.isBusy}>{words.action}</SubmitButton>
      </Form>
      <ResendCode
        emailOf={() => pending?.email ?? form.getFieldValue('email') ?? ''}
        readyAt={pending?.resendAt ?? 0}
        isKept={!mustChoose}
        onMissing={() => form.focusField('email')}
        onSent={(sent) => {
          setPending(sent);
          startAgain();
        }}
      />
    </AuthLayout>
  );
}

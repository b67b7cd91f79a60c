import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { passwordBody } from '../../../../shared/people.ts';
import { FormField } from '../../../components/form-field.tsx';
import { PageSection } from '../../../components/page-section.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { PasswordParts } from '../auth-pages/password-parts.tsx';

interface PasswordValues {
  current: string;
  password: string;
}

/** Form to change the user's password. Marks the requirements that the new password meets. */
export function PasswordPart() {
  const { t } = useTranslation();
  const { form, formProps, isSaving } = useFormCall<PasswordValues>({
    url: '/users/me/password',
    method: 'put',
    initial: { current: '', password: '' },
    bodyOf: ({ current, password: secret }) => ({ current, password: secret }),
    said: () => t('preferences.password.saved'),
    onSaved: (_, { resetFields }) => resetFields(),
  });
  const password: string = Form.useWatch('password', form) ?? '';
  return (
    <PageSection title={t('preferences.password.title')} text={t('preferences.password.text')}>
      <Form {...formProps}>
        <FormField name="current" label={t('preferences.password.current')} schema={passwordBody.shape.current}>
          <Input.Password autoComplete="current-password" />
        </FormField>
        <FormField
          name="password"
          label={t('preferences.password.new')}
          schema={passwordBody.shape.password}
          extra={<PasswordParts password={password} />}
        >
          <Input.Password autoComplete="new-password" />
        </FormField>
        <Button htmlType="submit" loading={isSaving}>
          {t('preferences.password.save')}
        </Button>
      </Form>
    </PageSection>
  );
}

import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FREE_ACCOUNT_LAST_DAYS } from '../../../../shared/constants.ts';
import { type deletionAnswer, deletionBody } from '../../../../shared/people.ts';
import { formatDay } from '../../../components/days.ts';
import { FormField } from '../../../components/form-field.tsx';
import { FormModal } from '../../../components/form-modal.tsx';
import { useFormCall } from '../../../components/use-form-call.ts';
import { type Account, useAccountChanged } from './account.ts';

interface EndValues {
  reason: string;
  password?: string;
}

/** Confirms the deletion of the account: explains what is lost and when, and asks for the reason. */
export function EndDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation();
  const changed = useAccountChanged();
  const { formProps, isSaving } = useFormCall<EndValues, z.infer<typeof deletionAnswer>>({
    url: '/users/me',
    method: 'delete',
    initial: { reason: '', password: '' },
    bodyOf: ({ reason, password }) => ({ reason: reason.trim(), ...(password && { password }) }),
    said: ({ deletesAt }) => t('preferences.end.done', { date: formatDay(deletesAt) }),
    onSaved: () => {
      onClose();
      void changed();
    },
  });
  return (
    <FormModal
      title={t('preferences.end.title', { account: account.companyName ?? account.name })}
      onCancel={onClose}
      okText={t('preferences.end.action')}
      okButtonProps={{ danger: true }}
      // antd prefixes the inputs' ids with the form's name. The page below has a password input, too.
      formProps={{ ...formProps, name: 'end' }}
      isSaving={isSaving}
    >
      <p>{t('preferences.end.text')}</p>
      <p>{t('preferences.end.until', { days: FREE_ACCOUNT_LAST_DAYS })}</p>
      <FormField name="reason" label={t('preferences.end.reason')} schema={deletionBody.shape.reason}>
        <Input.TextArea data-first autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1_000} />
      </FormField>
      <Form.Item
        className="form-field"
        name="password"
        label={t('preferences.end.password')}
        extra={t('preferences.end.passwordHint')}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
    </FormModal>
  );
}

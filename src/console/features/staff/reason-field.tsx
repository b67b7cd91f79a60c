import { Input } from 'antd';
import { staffReason } from '../../../shared/staff-reason.ts';
import { FormField } from '../../components/form-field.tsx';
import { t } from '../../providers/i18n.ts';

/** The reason of what staff do in a customer's account, as `reason` of a form. */
export function ReasonField({ isFirst = true }: { isFirst?: boolean }) {
  return (
    <FormField
      name="reason"
      label={t('admin-accounts.credits.reason')}
      extra={t('admin-accounts.credits.reasonHint')}
      schema={staffReason}
    >
      <Input.TextArea data-first={isFirst || undefined} maxLength={300} autoSize={{ minRows: 2, maxRows: 5 }} />
    </FormField>
  );
}

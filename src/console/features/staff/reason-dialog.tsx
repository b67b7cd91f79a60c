import { useMutation } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { staffReason } from '../../../shared/staff-reason.ts';
import { markErrors } from '../../components/field-errors.ts';
import { FormField } from '../../components/form-field.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { useMoneyCall } from '../../components/subscription.ts';
import { FORM_PROPS } from '../../components/use-form.ts';
import { showFailure } from '../../providers/failure.ts';
import { t } from '../../providers/i18n.ts';
import { notify } from '../../providers/notification.tsx';

/** A dialog that asks for the reason of what staff do in a customer's account, below other fields, and does it. */
export function ReasonDialog<V extends { reason: string } = { reason: string }>(props: {
  title: string;
  text?: string;
  action: string;
  isDanger?: boolean;
  /** The path of the call, and what it sends besides the fields. Trying again after an unknown outcome does it once. */
  url: string;
  values?: object;
  done: (given: V) => string;
  onDone: () => unknown;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { title, text, action, isDanger = true, onClose } = props;
  const call = useMoneyCall<unknown>();
  const [form] = Form.useForm<V>();
  const { mutate, isPending } = useMutation({
    mutationFn: (given: V) => call(props.url, { ...props.values, ...given, reason: given.reason.trim() }),
    onSuccess: (_, given) => {
      notify({ type: 'success', message: props.done(given) });
      void props.onDone();
      onClose();
    },
    onError: (failure) => {
      markErrors(form, failure);
      showFailure(failure);
    },
  });
  return (
    <FormModal
      title={title}
      onCancel={onClose}
      okText={action}
      okButtonProps={{ danger: isDanger }}
      formProps={{ ...FORM_PROPS, form, onFinish: (values: V) => mutate(values) }}
      isSaving={isPending}
    >
      {text && <p className="part-gap">{text}</p>}
      {props.children}
      <ReasonField isFirst={!props.children} />
    </FormModal>
  );
}

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

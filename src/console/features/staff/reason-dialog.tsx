import { useMutation } from '@tanstack/react-query';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { markErrors } from '../../components/field-errors.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { FORM_PROPS } from '../../components/use-form.ts';
import { showFailure } from '../../providers/failure.ts';
import { notify } from '../../providers/notification.tsx';
import { ReasonField } from './reason-field.tsx';

/** A dialog that asks for the reason of what staff do in a customer's account, below other fields, and does it. */
export function ReasonDialog<V extends { reason: string } = { reason: string }>(props: {
  title: string;
  text?: string;
  action: string;
  isDanger?: boolean;
  done: (values: V) => string;
  run: (values: V) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { title, text, action, isDanger = true, done, run, onClose } = props;
  const [form] = Form.useForm<V>();
  const { mutate, isPending } = useMutation({
    mutationFn: (values: V) => run({ ...values, reason: values.reason.trim() }),
    onSuccess: (_, values) => {
      notify({ type: 'success', message: done(values) });
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

import { Form } from 'antd';
import { useState } from 'react';
import { markErrors } from '../../components/field-errors.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { FORM_PROPS } from '../../components/use-form.ts';
import { showFailure } from '../../providers/failure.ts';
import { notify } from '../../providers/notification.tsx';
import { ReasonField } from './reason-field.tsx';

/** A dialog that asks for the reason of what staff do in a customer's account, and does it. */
export function ReasonDialog(props: {
  title: string;
  text: string;
  action: string;
  done: string;
  run: (reason: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { title, text, action, done, run, onClose } = props;
  const [form] = Form.useForm<{ reason: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async ({ reason }: { reason: string }) => {
    setIsBusy(true);
    try {
      await run(reason.trim());
      notify({ type: 'success', message: done });
      onClose();
    } catch (failure) {
      markErrors(form, failure);
      showFailure(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <FormModal
      title={title}
      onCancel={onClose}
      okText={action}
      okButtonProps={{ danger: true }}
      formProps={{ ...FORM_PROPS, form, onFinish: (values: { reason: string }) => void submit(values) }}
      isSaving={isBusy}
    >
      <p className="part-gap">{text}</p>
      <ReasonField />
    </FormModal>
  );
}

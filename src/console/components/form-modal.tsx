import { Form, type FormProps, type ModalProps } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { focusFirst, Modal } from './modal.tsx';
import './form.css';

type Props = Omit<ModalProps, 'children' | 'open' | 'onOk' | 'confirmLoading'> & {
  formProps: FormProps;
  isSaving: boolean;
  /** Not while the record is on its way, nor where there is none. */
  isReady?: boolean;
  children: ReactNode;
  /** What stands beside the form. */
  extra?: ReactNode;
};

/** A form in a modal: its button saves, and so does Enter in any line. */
export function FormModal({ formProps, isSaving, isReady = true, children, extra, ...modal }: Props) {
  useEffect(() => {
    if (isReady) focusFirst();
  }, [isReady]);
  return (
    <Modal {...modal} open confirmLoading={isSaving} onOk={isReady ? () => formProps.form?.submit() : undefined}>
      {/* antd's Form takes what it begins with as it is mounted. */}
      <Form key={String(isReady)} {...formProps}>
        {children}
        <button type="submit" hidden />
      </Form>
      {extra}
    </Modal>
  );
}

import { Form, type FormProps, type ModalProps } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { focusFirst, Modal } from './modal.tsx';
import { Skeleton } from './skeleton.tsx';
import { LoadError, type QueryState } from './states.tsx';
import './form.css';

type Props = Omit<ModalProps, 'children' | 'open' | 'onOk' | 'confirmLoading'> & {
  formProps: FormProps;
  isSaving: boolean;
  /** False while the record is loading or if it does not exist: the state of `query` is shown in place of the fields. */
  isReady?: boolean;
  query?: QueryState;
  children: ReactNode;
  /** Rendered after the form. */
  extra?: ReactNode;
};

/** A form in a modal. Its button submits the form, and so does Enter in any input. */
export function FormModal({ formProps, isSaving, isReady = true, query, children, extra, ...modal }: Props) {
  useEffect(() => {
    if (isReady) focusFirst();
  }, [isReady]);
  return (
    <Modal {...modal} open confirmLoading={isSaving} onOk={isReady ? () => formProps.form?.submit() : undefined}>
      {/* antd's Form reads its initial values only when it is mounted. */}
      <Form key={String(isReady)} {...formProps}>
        {isReady || !query ? children : query.error ? <LoadError query={query} /> : <Skeleton rows={4} />}
        <button type="submit" hidden />
      </Form>
      {extra}
    </Modal>
  );
}

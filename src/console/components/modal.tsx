import { Modal as AntModal, type ModalProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from './focus-back.ts';
import './modal.css';

/** Focuses the input marked as first, unless somebody writes in another already: opening takes a moment. */
export function focusFirst(): void {
  if (document.activeElement?.matches('.dialog :is(input, textarea)')) return;
  document.querySelector<HTMLElement>('.dialog [data-first]')?.focus();
}

/**
 * antd's Modal with the console's defaults. It fades in: of one that grows from where it was opened, a button moves away
 * under the pointer that presses it. The focus goes back also when a route takes it out of the page while it is open.
 * Without `onOk` there is only the way back.
 */
export function Modal(props: ModalProps) {
  const { t } = useTranslation();
  useFocusBack(props.open);
  return (
    <AntModal
      centered
      rootClassName="dialog"
      destroyOnHidden
      width={480}
      closable={{ 'aria-label': t('resource.close') }}
      cancelButtonProps={{ disabled: props.confirmLoading }}
      transitionName="ant-fade"
      footer={props.onOk ? undefined : (_, { CancelBtn }) => <CancelBtn />}
      afterOpenChange={(isOpen) => isOpen && focusFirst()}
      {...props}
      cancelText={props.cancelText ?? t('resource.cancel')}
    />
  );
}

import { Modal as AntModal, type ModalProps } from 'antd';
import { t } from '../providers/i18n.ts';
import { useFocusBack } from './focus-back.ts';
import './components.css';

/** Focuses the first input of the top modal, unless the user has already focused another while the modal opened. */
export function focusFirst(): void {
  const top = [...document.querySelectorAll('.dialog')].at(-1);
  if (top?.querySelector('input:focus, textarea:focus')) return;
  top?.querySelector<HTMLElement>('[data-first]')?.focus();
}

/**
 * antd's Modal with the console's defaults. It fades instead of growing, because growing moves its buttons away from the
 * pointer. Without `onOk` it has only a button that closes it.
 */
export function Modal(props: ModalProps) {
  useFocusBack(props.open);
  return (
    <AntModal
      centered
      rootClassName="dialog"
      destroyOnHidden
      closable={{ 'aria-label': t('resource.close') }}
      cancelButtonProps={{ disabled: props.confirmLoading }}
      transitionName="ant-fade"
      footer={props.onOk ? undefined : (_, { CancelBtn }) => <CancelBtn />}
      afterOpenChange={(isOpen) => isOpen && focusFirst()}
      {...props}
      width={props.width ?? 520}
      cancelText={props.cancelText ?? t(props.onOk ? 'resource.cancel' : 'resource.close')}
    />
  );
}

/** For what cannot be shown again: it closes only by its button. */
export const SHOWN_ONCE = {
  closable: false,
  keyboard: false,
  maskClosable: false,
  footer: (_, { OkBtn }) => <OkBtn />,
} satisfies ModalProps;

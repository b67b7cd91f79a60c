import { Modal } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import './modal.css';
import { useFocusBack } from './focus-back.ts';

/**
 * The dialog takes the focus as it opens; the input marked as first gets it from there. Who is writing in another by then
 * (opening takes a moment) goes on writing there.
 */
function focusFirst(): void {
  if (document.activeElement?.matches('.dialog :is(input, textarea)')) return;
  document.querySelector<HTMLElement>('.dialog [data-first]')?.focus();
}

/**
 * A question or a short form above the page. `action` is the verb of its one button; while `busy` it cannot be left.
 */
export function Dialog(props: {
  title: ReactNode;
  children?: ReactNode;
  open: boolean;
  onClose: () => void;
  action?: { label: string; onClick: () => void; danger?: boolean; busy?: boolean; disabled?: boolean };
  closeLabel?: string;
  width?: number;
}) {
  const { t } = useTranslation();
  const { action } = props;
  const wasOpen = useRef(false);
  wasOpen.current ||= props.open;
  useFocusBack(props.open);
  if (!wasOpen.current) return null;
  return (
    <Modal
      rootClassName="dialog"
      title={props.title}
      open={props.open}
      onCancel={() => !action?.busy && props.onClose()}
      closable={{ 'aria-label': t('resource.close') }}
      width={props.width ?? 480}
      centered
      destroyOnHidden
      afterOpenChange={(isOpen) => isOpen && focusFirst()}
      footer={
        <>
          <Button onClick={props.onClose} disabled={action?.busy}>
            {props.closeLabel ?? t('resource.cancel')}
          </Button>
          {action && (
            <Button
              type="primary"
              danger={action.danger}
              loading={action.busy}
              disabled={action.disabled}
              // The second press of a double click says nothing new.
              onClick={({ detail }) => detail < 2 && action.onClick()}
            >
              {action.label}
            </Button>
          )}
        </>
      }
    >
      {props.children}
    </Modal>
  );
}

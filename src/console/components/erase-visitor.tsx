import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { conversations } from '../../../resources/conversations.ts';
import { visitorMessages } from '../../../resources/visitor-messages.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { Modal } from './modal.tsx';
import { useCall } from './use-call.ts';

/**
 * Erases the visitor behind a conversation, after a confirmation that says what is lost. `ask` is undefined for users who
 * may not do it, and `actionsOf` has no row action then; `dialog` must be rendered.
 */
export function useEraseVisitor(onErased?: () => void) {
  const { t } = useTranslation();
  const canErase = useAllowed(conversations.name, 'erase-visitor');
  const [asked, setAsked] = useState<string>();
  const { call, isBusy } = useCall(conversations.name, visitorMessages.name);
  const erase = () =>
    call({
      url: `/conversations/${asked}/erase-visitor`,
      successText: t('resource.eraseVisitor.done'),
      onSuccess: () => {
        setAsked(undefined);
        onErased?.();
      },
    });
  const dialog = (
    <Modal
      open={asked !== undefined}
      title={t('resource.eraseVisitor.title')}
      onCancel={() => setAsked(undefined)}
      okText={t('resource.eraseVisitor.action')}
      okButtonProps={{ danger: true }}
      confirmLoading={isBusy}
      onOk={erase}
    >
      <p>{t('resource.eraseVisitor.text')}</p>
      <p>{t('resource.eraseVisitor.kept')}</p>
    </Modal>
  );
  /** Returns the action of a row with this name, about a visitor of this conversation. */
  const actionsOf = (name: string, conversationId: string | null) =>
    canErase && conversationId
      ? [
          {
            icon: 'trash' as const,
            danger: true,
            label: t('resource.eraseVisitor.of', { name }),
            hint: t('resource.eraseVisitor.label'),
            onClick: () => setAsked(conversationId),
          },
        ]
      : [];
  return { ask: canErase ? setAsked : undefined, actionsOf, dialog };
}

import { conversations } from '../../../resources/conversations.ts';
import { visitorMessages } from '../../../resources/visitor-messages.ts';
import { t } from '../providers/i18n.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { useAskedCall } from './use-asked-call.tsx';

/**
 * Erases the visitor behind a conversation, after a confirmation that says what is lost. `ask` is undefined for users who
 * may not do it, and `actionsOf` has no row action then; `dialog` must be rendered.
 */
export function useEraseVisitor(onErased?: () => void) {
  const canErase = useAllowed(conversations.name, 'erase-visitor');
  const { ask, question } = useAskedCall(conversations.name, visitorMessages.name);
  const askAbout = (conversationId: string) =>
    ask({
      url: `/conversations/${conversationId}/erase-visitor`,
      title: t('resource.eraseVisitor.title'),
      text: [t('resource.eraseVisitor.text'), t('resource.eraseVisitor.kept')],
      action: t('resource.eraseVisitor.action'),
      isDanger: true,
      successText: t('resource.eraseVisitor.done'),
      onSuccess: onErased,
    });
  /** Returns the action of a row with this name, about a visitor of this conversation. */
  const actionsOf = (name: string, conversationId: string | null) =>
    canErase && conversationId
      ? [
          {
            icon: 'trash' as const,
            danger: true,
            label: t('resource.eraseVisitor.of', { name }),
            hint: t('resource.eraseVisitor.label'),
            onClick: () => askAbout(conversationId),
          },
        ]
      : [];
  return { ask: canErase ? askAbout : undefined, actionsOf, dialog: question };
}

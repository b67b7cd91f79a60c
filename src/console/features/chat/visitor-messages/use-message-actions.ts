import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import type { visitorMessages } from '../../../../../resources/visitor-messages.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import type { RowAction } from '../../../resource/row-menu.tsx';

export type VisitorMessage = RecordOf<typeof visitorMessages>;

/** Returns a function that lists a message's other actions: see its conversation, and erase its visitor by `erase`. */
export function useMessageActions(
  erase: ((conversationId: string) => void) | undefined,
): (message: VisitorMessage) => RowAction[] {
  const { t } = useTranslation();
  const canSeeConversation = useAllowed('conversations', 'show');
  return ({ name, conversationId }) => {
    if (!conversationId) return [];
    const see: RowAction = {
      icon: 'chat',
      label: t('visitor-messages.conversationOf', { name }),
      hint: t('visitor-messages.conversation'),
      to: `/conversations/${conversationId}`,
    };
    const forget = (by: NonNullable<typeof erase>): RowAction => ({
      icon: 'trash',
      danger: true,
      label: t('resource.eraseVisitor.of', { name }),
      hint: t('resource.eraseVisitor.label'),
      onClick: () => by(conversationId),
    });
    return [...(canSeeConversation ? [see] : []), ...(erase ? [forget(erase)] : [])];
  };
}

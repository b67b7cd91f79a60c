import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { visitorMessages } from '../../../../../resources/visitor-messages.ts';
import { useCall } from '../../../components/use-call.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import type { RowAction } from '../../../resource/row-menu.tsx';

export type VisitorMessage = RecordOf<typeof visitorMessages>;

/**
 * Returns a function that lists a message's actions: mark as answered or open again, see its conversation, and erase its
 * visitor by `erase`.
 */
export function useMessageActions(
  erase: ((conversationId: string) => void) | undefined,
): (message: VisitorMessage) => RowAction[] {
  const { t } = useTranslation();
  const canAnswer = useAllowed(visitorMessages.name, 'answer');
  const canReopen = useAllowed(visitorMessages.name, 'reopen');
  const canSeeConversation = useAllowed('conversations', 'show');
  const { call, isBusy } = useCall(visitorMessages.name);
  return ({ id, name, status, conversationId }) => {
    const actions: RowAction[] = [];
    const add = (action: string, more: Omit<RowAction, 'label' | 'hint'>) => {
      const label = t(`visitor-messages.${action}Of`, { name });
      actions.push({ label, hint: t(`visitor-messages.${action}`), ...more });
    };
    const mark = (action: 'answer' | 'reopen', successText: string) =>
      call({ url: `${visitorMessages.api}/${id}/${action}`, id, successText });
    if (status === 'open' && canAnswer) {
      const onClick = () => mark('answer', t('visitor-messages.answered', { name }));
      add('answer', { icon: 'check', disabled: isBusy, onClick });
    }
    if (status !== 'open' && canReopen) {
      const onClick = () => mark('reopen', t('visitor-messages.reopened', { name }));
      add('reopen', { icon: 'refresh', disabled: isBusy, onClick });
    }
    if (conversationId && canSeeConversation)
      add('conversation', { icon: 'chat', to: `/conversations/${conversationId}` });
    if (conversationId && erase) {
      const label = t('resource.eraseVisitor.of', { name });
      const onClick = () => erase(conversationId);
      actions.push({ icon: 'trash', danger: true, label, hint: t('resource.eraseVisitor.label'), onClick });
    }
    return actions;
  };
}

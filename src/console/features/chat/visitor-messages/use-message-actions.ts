import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { visitorMessages } from '../../../../../resources/visitor-messages.ts';
import { useCall } from '../../../components/use-call.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import type { RowAction } from '../../../resource/row-menu.tsx';

export type VisitorMessage = RecordOf<typeof visitorMessages>;

/** Returns a function that lists a message's actions: mark as answered or open again, and see its conversation. */
export function useMessageActions(): (message: VisitorMessage) => RowAction[] {
  const { t } = useTranslation();
  const canAnswer = useAllowed(visitorMessages.name, 'answer');
  const canReopen = useAllowed(visitorMessages.name, 'reopen');
  const canSeeConversation = useAllowed('conversations', 'show');
  const { call, isBusy } = useCall(visitorMessages.name);
  const mark = (action: 'answer' | 'reopen', { id, name }: VisitorMessage) =>
    call({
      url: `${visitorMessages.api}/${id}/${action}`,
      id,
      successText: t(action === 'answer' ? 'visitor-messages.answered' : 'visitor-messages.reopened', { name }),
    });
  return (message) => {
    const { name, status, conversationId } = message;
    const action = status === 'open' ? 'answer' : 'reopen';
    const isAllowed = action === 'answer' ? canAnswer : canReopen;
    return [
      ...(isAllowed
        ? [
            {
              icon: action === 'answer' ? ('check' as const) : ('refresh' as const),
              label: t(`visitor-messages.${action}Of`, { name }),
              hint: t(`visitor-messages.${action}`),
              disabled: isBusy,
              onClick: () => mark(action, message),
            },
          ]
        : []),
      ...(canSeeConversation && conversationId
        ? [
            {
              icon: 'chat' as const,
              label: t('visitor-messages.conversationOf', { name }),
              hint: t('visitor-messages.conversation'),
              to: `/conversations/${conversationId}`,
            },
          ]
        : []),
    ];
  };
}

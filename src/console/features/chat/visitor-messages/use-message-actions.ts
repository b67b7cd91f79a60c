import { type HttpError, useCustomMutation, useInvalidate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../../../resources/kit/resource.ts';
import { visitorMessages } from '../../../../../resources/visitor-messages.ts';
import { successNotice } from '../../../components/notices.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import type { RowAction } from '../../../resource/row-menu.tsx';

export type VisitorMessage = RecordOf<typeof visitorMessages>;

/** Returns a function that lists a message's actions: mark as answered or open again, and see its conversation. */
export function useMessageActions(): (message: VisitorMessage) => RowAction[] {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const canAnswer = useAllowed(visitorMessages.name, 'answer');
  const canReopen = useAllowed(visitorMessages.name, 'reopen');
  const canSeeTalk = useAllowed('conversations', 'show');
  const { mutate, mutation } = useCustomMutation<object, HttpError>();
  const mark = (action: 'answer' | 'reopen', { id, name }: VisitorMessage) =>
    mutate(
      {
        url: `${visitorMessages.api}/${id}/${action}`,
        method: 'post',
        values: {},
        successNotification: successNotice(
          t(action === 'answer' ? 'visitor-messages.answered' : 'visitor-messages.reopened', { name }),
        ),
      },
      { onSettled: () => void invalidate({ resource: visitorMessages.name, invalidates: ['list', 'detail'], id }) },
    );
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
              disabled: mutation.isPending,
              onClick: () => mark(action, message),
            },
          ]
        : []),
      ...(canSeeTalk && conversationId
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

import { useTranslation } from 'react-i18next';
import type { TextChoice, TextChoiceOutcome } from '../../../../shared/reading.ts';
import type { Content } from '../../../components/content-kinds.ts';
import { useCall } from '../../../components/use-call.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';

/** Returns `choose`, which takes a text in or leaves it out in a file or on all pages of a site; undefined where that is impossible. */
export function useTextChoice({ id, type }: Pick<Content, 'id' | 'type'>) {
  const { t } = useTranslation();
  const canEdit = useAllowed('contents', 'edit');
  const { call, isBusy } = useCall<TextChoiceOutcome>('contents');
  const choose = (choice: TextChoice) =>
    call({
      url: `/contents/${id}/left-out`,
      method: 'put',
      id,
      values: choice,
      successText: ({ pages }) =>
        type === 'FILE' ? t('contents.leftOut.begunFile') : t('contents.leftOut.begun', { count: pages }),
    });
  return { choose: (type === 'LINK' || type === 'FILE') && canEdit ? choose : undefined, isBusy };
}

import { type HttpError, useUpdate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { failureNotice, successNotice } from '../../../components/notices.ts';
import type { Row } from '../../../resource/use-list-table.ts';

/** What PUT /contents/{id} takes. */
export interface ContentChange {
  question?: string;
  answer?: string;
  enabled?: boolean;
  weeklySync?: boolean;
  phrasings?: string[];
  knownPhrasings?: readonly string[];
}

/** Saves a change of a content; throws when the server refuses, after saying why. */
export function useSaveContent(id: string) {
  const { t } = useTranslation();
  const { mutateAsync, mutation } = useUpdate<Row, HttpError, ContentChange>();
  const save = (values: ContentChange, said = t('contents.editPage.saved')) =>
    mutateAsync({
      resource: 'contents',
      id,
      values,
      successNotification: successNotice(said),
      errorNotification: failureNotice(t),
    });
  return { save, isBusy: mutation.isPending };
}

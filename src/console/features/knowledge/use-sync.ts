import { type HttpError, useCustomMutation, useInvalidate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { successNotice } from '../../components/notices.ts';

const urlOf = (id: string) => `/contents/${id}/sync`;

/** Returns `sync`, which asks the server to read a page or sitemap again now. */
export function useSync() {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const { mutate, mutation } = useCustomMutation<object, HttpError>();
  const sync = (id: string, onAccepted?: () => void) =>
    mutate(
      {
        url: urlOf(id),
        method: 'post',
        values: {},
        successNotification: successNotice(t('contents.sync.begun')),
      },
      {
        onSuccess: onAccepted,
        onSettled: () => void invalidate({ resource: 'contents', invalidates: ['list', 'detail'], id }),
      },
    );
  const isBusy = (id: string) => mutation.isPending && mutation.variables?.url === urlOf(id);
  return { sync, isBusy };
}

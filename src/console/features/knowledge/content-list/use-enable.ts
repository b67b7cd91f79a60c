import { type HttpError, useUpdate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { failureNotice } from '../../../components/notices.ts';
import type { Row } from '../../../resource/use-list-table.ts';

/** Returns a function that enables or disables a content optimistically and reverts it when the server refuses. */
export function useEnable(): (id: string, enabled: boolean) => void {
  const { t } = useTranslation();
  const { mutate } = useUpdate<Row, HttpError>();
  return (id, enabled) =>
    mutate({
      resource: 'contents',
      id,
      values: { enabled },
      mutationMode: 'optimistic',
      successNotification: false,
      errorNotification: failureNotice(t),
    });
}

import { type HttpError, useUpdate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { failureNotice } from '../../../components/notices.ts';
import type { Row } from '../../../resource/use-list-table.ts';

/** Turns contents on or off at once; when the server refuses, they turn back and it is said why. */
export function useTurn(): (id: string, enabled: boolean) => void {
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

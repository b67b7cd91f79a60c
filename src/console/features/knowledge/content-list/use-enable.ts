import { type HttpError, useUpdate } from '@refinedev/core';
import type { Row } from '../../../resource/use-list-table.ts';

/** Returns a function that enables or disables a content optimistically and reverts it when the server refuses. */
export function useEnable(): (id: string, enabled: boolean) => void {
  const { mutate } = useUpdate<Row, HttpError>();
  return (id, enabled) =>
    mutate({
      resource: 'contents',
      id,
      values: { enabled },
      mutationMode: 'optimistic',
      successNotification: false,
    });
}

import { type BaseRecord, type HttpError, useCustom } from '@refinedev/core';

/**
 * Sends a POST when the component is mounted, and again on `refetch`. It is never repeated on its own, and the answer is
 * forgotten when the component is unmounted.
 */
export function usePost<T extends BaseRecord>(url: string, { enabled = true, payload = {} } = {}) {
  const queryOptions = { enabled, gcTime: 0, staleTime: Infinity, retry: false };
  return useCustom<T, HttpError>({
    url,
    method: 'post',
    config: { payload },
    errorNotification: false,
    queryOptions,
  }).query;
}

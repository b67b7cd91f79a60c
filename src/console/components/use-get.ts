import { type BaseRecord, type HttpError, useCustom } from '@refinedev/core';

type QueryOptions<T extends BaseRecord> = Parameters<typeof useCustom<T, HttpError>>[0]['queryOptions'];
type GetOptions<T extends BaseRecord> = QueryOptions<T> & {
  query?: object;
  /** The caller shows the error, so that no notification does. */
  isQuiet?: boolean;
};

/** Refine's useCustom to read what is no resource. Its key in the query cache is the URL, then the query. */
export function useGet<T extends BaseRecord>(url: string, { query, isQuiet, ...queryOptions }: GetOptions<T> = {}) {
  return useCustom<T, HttpError>({
    url,
    method: 'get',
    config: { query },
    errorNotification: isQuiet ? false : undefined,
    queryOptions: { queryKey: query ? [url, query] : [url], ...queryOptions },
  }).query;
}

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

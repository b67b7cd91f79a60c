import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../../http/client.ts';

const LIMIT = 20;

interface Page {
  total: number;
  page: number;
}

/** The query of one of an account's lists, page by page. */
export const pagedQuery = <P extends Page>(accountId: string, list: 'ledger' | 'billing-events') =>
  infiniteQueryOptions({
    queryKey: ['admin', 'account', accountId, list],
    queryFn: ({ pageParam, signal }) =>
      request<P>(`/admin/accounts/${accountId}/${list}`, { query: { page: pageParam, limit: LIMIT }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }: P) => (page * LIMIT < total ? page + 1 : undefined),
  });

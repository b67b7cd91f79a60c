import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ListControl } from './use-list-table.ts';

/** Goes to the last page if the current one is past the end. Returns true while it does so. */
export function useLastPage(control: ListControl, rows: readonly unknown[] | undefined, total: number): boolean {
  const { view, hrefOf } = control;
  const navigate = useNavigate();
  const last = Math.max(1, Math.ceil(total / view.pageSize));
  const isBeyond = rows?.length === 0 && total > 0 && view.currentPage > last;
  const href = hrefOf({ currentPage: last });
  useEffect(() => {
    if (isBeyond) void navigate(href, { replace: true, preventScrollReset: true });
  }, [isBeyond, href, navigate]);
  return isBeyond;
}

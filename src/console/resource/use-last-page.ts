import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ListControl } from './use-list-table.ts';

/** Leads from a page past the end to the last one, without a step of history; returns whether that is under way. */
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

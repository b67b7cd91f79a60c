import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Resource } from '../../../resources/kit/resource.ts';
import type { ListControl } from './use-list-table.ts';
import { readView, writeView, type ListView } from './view.ts';

/** The view of a list that Refine does not know as a resource, kept in the address alone. */
export function useListView(resource: Resource): ListControl {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return useMemo(() => {
    const view = readView(resource, params);
    const hrefOf = (patch: Partial<ListView>) => {
      const query = writeView(resource, { ...view, currentPage: 1, ...patch });
      return query.size > 0 ? `${pathname}?${query}` : pathname;
    };
    const change = (patch: Partial<ListView>) => void navigate(hrefOf(patch), { preventScrollReset: true });
    return { view, contextId: undefined, change, hrefOf };
  }, [resource, params, pathname, navigate]);
}

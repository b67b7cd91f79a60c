import { type CrudFilter, useList, useMenu } from '@refinedev/core';
import { useMemo } from 'react';
import { visitorMessages } from '../../../resources/visitor-messages.ts';
import { useAsk } from '../providers/policy.tsx';
import { useAllowed } from '../providers/use-allowed.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { entriesOf, type MenuEntry } from './menu.ts';

const NONE: MenuEntry[] = [];

/** Returns the menu entries of the signed-in user; empty until the permissions are known. */
export function useMenuEntries(): readonly MenuEntry[] {
  const { menuItems } = useMenu();
  const ask = useAsk();
  return useMemo(
    () => (ask ? entriesOf(menuItems, (resource, action) => ask(resource, action).can) : NONE),
    [ask, menuItems],
  );
}

export const CONTENT = '/knowledge-base/content';

/**
 * Returns the path of the menu's content entry: the upload page's link tab if the context has content and the user may
 * add more, otherwise the list.
 */
export function useContentEntry(): string {
  const canAdd = useAllowed('contents', 'create');
  const hasContent = useCount('contents', canAdd) > 0;
  return canAdd && hasContent ? `${CONTENT}/upload?tab=link` : CONTENT;
}

export function useOpenMessages(): number {
  const { name, list } = visitorMessages;
  const isOpen = { field: 'status', operator: 'eq' as const, value: 'open' };
  return useCount(name, useAllowed(name, 'list'), [isOpen], list.pollMs);
}

/** Returns the number of rows in the list of the current context; 0 while it is unknown. Requests only one row. */
function useCount(resource: string, isAsked: boolean, filters: CrudFilter[] = [], pollMs?: number): number {
  const { current } = useCurrentContext();
  const { query } = useList({
    resource,
    pagination: { currentPage: 1, pageSize: 1 },
    filters: [{ field: 'contextId', operator: 'eq', value: current?.id }, ...filters],
    queryOptions: { enabled: isAsked && current !== null, staleTime: pollMs, refetchInterval: pollMs },
  });
  return query.data?.total ?? 0;
}

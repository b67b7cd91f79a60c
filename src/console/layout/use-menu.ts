import { useMenu } from '@refinedev/core';
import { useMemo } from 'react';
import { visitorMessages } from '../../../resources/visitor-messages.ts';
import { useAsk } from '../providers/policy.tsx';
import { useAllowed } from '../providers/use-allowed.ts';
import { useCount } from '../resource/use-count.ts';
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
  const { current } = useCurrentContext();
  const canAdd = useAllowed('contents', 'create');
  const count = useCount('contents', current?.id, { enabled: canAdd });
  return canAdd && count ? `${CONTENT}/upload?tab=link` : CONTENT;
}

export function useOpenMessages(): number {
  const { current } = useCurrentContext();
  const canList = useAllowed(visitorMessages.name, 'list');
  const { pollMs } = visitorMessages.list;
  const filters = [{ field: 'status', operator: 'eq' as const, value: 'open' }];
  return useCount(visitorMessages.name, current?.id, { filters, enabled: canList, staleTime: pollMs, pollMs }) ?? 0;
}

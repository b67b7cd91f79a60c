import { useList, useMenu } from '@refinedev/core';
import { useMemo } from 'react';
import { useAsk } from '../providers/policy.tsx';
import { useAllowed } from '../providers/use-allowed.ts';
import { screens } from '../screens.tsx';
import { useCurrentContext } from '../session/current-context.tsx';
import { entriesOf, type MenuEntry } from './menu.ts';

const NONE: MenuEntry[] = [];

/** The locale files that name the menu's entries. */
export const menuLocales = screens.flatMap(({ menu, label = '' }) => (menu ? label.split('.', 1) : []));

/** What the signed-in person finds in the menu; empty until it is known who asks. */
export function useMenuEntries(): readonly MenuEntry[] {
  const { menuItems } = useMenu();
  const ask = useAsk();
  return useMemo(
    () => (ask ? entriesOf(menuItems, (resource, action) => ask(resource, action).can) : NONE),
    [ask, menuItems],
  );
}

const CONTENT = '/knowledge-base/content';

/**
 * Where the menu's content entry leads: to the upload page's link tab when the context already has a first content (a
 * list of one came back with data), else to the list. Who may not add contents always goes to the list.
 */
export function useContentEntry(): string {
  const { current } = useCurrentContext();
  const canAdd = useAllowed('contents', 'create');
  const { query } = useList({
    resource: 'contents',
    pagination: { currentPage: 1, pageSize: 1 },
    filters: [{ field: 'contextId', operator: 'eq', value: current?.id }],
    errorNotification: false,
    queryOptions: { enabled: current !== null && canAdd },
  });
  const hasFirst = (query.data?.data.length ?? 0) > 0;
  return canAdd && hasFirst ? `${CONTENT}/upload?tab=link` : CONTENT;
}

/** The address of an entry as it stands in the menu. */
export const addressIn = (path: string, contentEntry: string) => (path === CONTENT ? contentEntry : path);

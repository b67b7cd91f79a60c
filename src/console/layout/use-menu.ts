import { useList } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { resources } from '../../../resources/index.ts';
import { loadCan } from '../providers/access.ts';
import { useCurrentContext } from '../session/current-context.tsx';
import { rememberedAsker, useMe } from '../session/me.ts';
import { menuOf, type MenuEntry } from './menu.ts';

const NONE: MenuEntry[] = [];

/** The locale files that name the menu's entries. */
export const menuWords = resources.filter(({ menu }) => menu).map(({ name }) => name);

/** What the signed-in person finds in the menu; empty until it is known who asks. */
export function useMenu(): readonly MenuEntry[] {
  const { data } = useQuestion('menu', (may) => menuOf(resources, may));
  return data ?? NONE;
}

/** Something worked out from what the signed-in person may; again when role or flags change. */
function useQuestion<T>(name: string, work: (may: (thing: string, act: string) => boolean) => T) {
  const me = useMe();
  const asker = me.data ?? (me.isError ? rememberedAsker() : undefined);
  return useQuery({
    queryKey: ['session', name, asker?.role, asker?.flags],
    queryFn: async () => {
      const can = await loadCan();
      return work((thing, act) => asker !== undefined && can.may(asker, thing, act));
    },
    enabled: asker !== undefined,
    staleTime: Infinity,
  });
}

const CONTENT = '/knowledge-base/content';

/**
 * Where the menu's content entry leads: to the upload page's link tab when the context already has a first content (a
 * list of one came back with data), else to the list. Who may not add contents always goes to the list.
 */
export function useContentEntry(): string {
  const { current } = useCurrentContext();
  const { data: mayAdd } = useQuestion('may-add-contents', (may) => may('contents', 'create'));
  const { query } = useList({
    resource: 'contents',
    pagination: { currentPage: 1, pageSize: 1 },
    filters: [{ field: 'contextId', operator: 'eq', value: current?.id }],
    errorNotification: false,
    queryOptions: { enabled: current !== null && mayAdd === true },
  });
  const hasFirst = (query.data?.data.length ?? 0) > 0;
  return mayAdd && hasFirst ? `${CONTENT}/upload?tab=link` : CONTENT;
}

/** The address of an entry as it stands in the menu. */
export const addressIn = (path: string, contentEntry: string) => (path === CONTENT ? contentEntry : path);

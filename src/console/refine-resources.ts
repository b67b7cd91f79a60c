import type { ResourceProps } from '@refinedev/core';
import type { MenuMeta } from './layout/menu.ts';
import type { Screen } from './providers/screen.ts';
import { withChildren } from './providers/screens.ts';

/** The headings of the menu, each with the order from which entries stand under it. */
const headings = [
  ['layout.menu.headings.platform', 0],
  ['layout.menu.headings.today', 10],
  ['layout.menu.headings.knowledge', 30],
  ['layout.menu.headings.chat', 45],
  ['layout.menu.headings.account', 60],
] as const;

/** Returns the heading of an entry; none for entries of a group. */
const headingOf = (menu?: { group?: string; order: number }) =>
  menu && !menu.group ? headings.findLast(([, from]) => menu.order >= from)?.[0] : undefined;

/**
 * Returns the Refine resource of a list screen. A declared resource also has the paths of its other screens. The icon
 * is only a name, which the menu resolves, so that guests do not download the menu's icons.
 */
function resourceOf({ path, label, icon, menu, permission, resource }: Screen, all: readonly Screen[]): ResourceProps {
  const at = (action: Screen['action']) =>
    all.find((screen) => resource !== undefined && screen.resource === resource && screen.action === action)?.path;
  return {
    name: resource?.name ?? menu?.name ?? '',
    list: path,
    create: at('create'),
    edit: at('edit'),
    show: at('show'),
    meta: {
      label,
      icon,
      parent: menu?.group,
      order: menu?.order,
      hide: menu === undefined,
      canDelete: resource?.actions.includes('delete') ?? false,
      ...({ permission, menuPermission: menu?.permission, heading: headingOf(menu) } satisfies MenuMeta),
    },
  };
}

const group = (name: string, label: string, icon: string, order: number): ResourceProps => ({
  name,
  meta: { label: `layout.menu.${label}`, icon, order, heading: headingOf({ order }) },
});

const groups = [
  group('settings', 'settings', 'settings', 2),
  group('operation', 'operation', 'operation', 4),
  group('knowledge-base', 'knowledgeBase', 'knowledge', 40),
  group('chat', 'chat', 'chat', 45),
  group('integrations', 'integrations', 'webhook', 72),
];

const LAST = Number.MAX_SAFE_INTEGER;
const byOrder = (one: ResourceProps, other: ResourceProps) =>
  Number(one.meta?.order ?? LAST) - Number(other.meta?.order ?? LAST);

/**
 * Returns the screens as Refine's resources, in the menu's order. The entries of a group follow it directly, since
 * Refine places a group at its first entry. Labels are locale keys.
 */
export function resourcesOf(list: readonly Screen[]): ResourceProps[] {
  const all = withChildren(list);
  const lists = all
    .filter(({ action, menu }) => action === 'list' || menu)
    .map((screen) => resourceOf(screen, all))
    .sort(byOrder);
  const childrenOf = (parent?: string) => lists.filter(({ meta }) => meta?.parent === parent);
  return [...groups, ...childrenOf()].sort(byOrder).flatMap((one) => [one, ...childrenOf(one.name)]);
}

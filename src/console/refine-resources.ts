import type { ResourceProps } from '@refinedev/core';
import type { MenuMeta } from './layout/menu.ts';
import type { Screen } from './providers/screen.ts';
import { withChildren } from './providers/screens.ts';

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
      ...({ permission, menuPermission: menu?.permission } satisfies MenuMeta),
    },
  };
}

const groups: ResourceProps[] = [
  { name: 'knowledge-base', meta: { label: 'layout.menu.knowledgeBase', icon: 'knowledge', order: 40 } },
  { name: 'chat', meta: { label: 'layout.menu.chat', icon: 'chat', order: 45 } },
  { name: 'settings', meta: { label: 'layout.menu.settings', icon: 'settings', order: 90 } },
  { name: 'operation', meta: { label: 'layout.menu.operation', icon: 'operation', order: 95 } },
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

import type { ResourceProps } from '@refinedev/core';
import type { Screen } from './screen.ts';
import { withChildren } from './screen-at.ts';
import { menuGroups, screens } from './screens.tsx';

/**
 * Returns the Refine resource of a list screen. A declared resource also has the paths of its other screens. The icon
 * is only a name, which the menu resolves, so that guests do not download the menu's icons.
 */
function resourceOf({ path, label, icon, menu, resource }: Screen, all: readonly Screen[]): ResourceProps {
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
    },
  };
}

const groups = menuGroups.map(({ name, label, icon, order }): ResourceProps => {
  return { name, meta: { label, icon, order } };
});

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

export const refineResources = resourcesOf(screens);

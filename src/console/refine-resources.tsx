import type { ResourceProps } from '@refinedev/core';
import { MenuIcon } from './layout/menu-icon.tsx';
import type { Screen } from './screen.ts';
import { withChildren } from './screen-at.ts';
import { menuGroups, screens } from './screens.tsx';

const all = withChildren(screens);
const orderOf = ({ meta }: ResourceProps) => Number(meta?.order ?? Infinity);

/** A resource by the screen of its list: a declared one has the addresses of its other screens, too. */
function resourceOf({ path, label, icon, menu, resource }: Screen): ResourceProps {
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
      icon: icon && <MenuIcon name={icon} />,
      parent: menu?.group,
      order: menu?.order,
      hide: menu === undefined,
      canDelete: resource?.acts.includes('delete') ?? false,
    },
  };
}

const groups = menuGroups.map(({ name, label, icon, order }): ResourceProps => {
  return { name, meta: { label, icon: <MenuIcon name={icon} />, order } };
});

/** The resources as Refine is told of them, in the menu's order; labels are keys of the locales. */
export const refineResources: ResourceProps[] = [
  ...groups,
  ...all.filter(({ action, menu }) => action === 'list' || menu).map(resourceOf),
].sort((one, other) => orderOf(one) - orderOf(other));

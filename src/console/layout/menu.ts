import type { TreeMenuItem } from '@refinedev/core';
import type { Permission } from '../providers/screen.ts';

/** A menu entry that opens a screen. `label` is a locale key, `icon` a name that MenuIcon knows. */
export interface MenuLink {
  name: string;
  label: string;
  icon: string;
  path: string;
  permission?: Permission;
  /** The locale key of the heading it stands under; absent for entries of a group. */
  heading?: string;
}
interface MenuGroup extends Omit<MenuLink, 'path' | 'permission'> {
  children: MenuLink[];
}
export type MenuEntry = MenuLink | MenuGroup;

export const isGroup = (entry: MenuEntry): entry is MenuGroup => 'children' in entry;

/** Returns whether a path is at or below another. */
export const isUnder = (pathname: string, path: string) =>
  path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);

/** Returns the entries by their headings, in the menu's order. */
export function byHeading<E extends { heading?: string }>(entries: readonly E[]): [heading: string, entries: E[]][] {
  return [...Map.groupBy(entries, ({ heading = '' }) => heading)];
}

/** What an entry of Refine's menu says about its screen. */
export interface MenuMeta {
  permission?: Permission;
  /** The permission that shows the entry, when it is not the screen's own. */
  menuPermission?: Permission;
  heading?: string;
}

type CheckPermission = (...permission: Permission) => boolean;

/** Returns Refine's menu tree without the entries that the policy refuses and without empty groups. */
export function entriesOf(tree: readonly TreeMenuItem[], can: CheckPermission): MenuEntry[] {
  return tree.flatMap(({ name, label = name, icon: drawn, route: path, meta, children }): MenuEntry[] => {
    const icon = typeof drawn === 'string' ? drawn : '';
    const { permission, menuPermission = permission, heading } = (meta ?? {}) as MenuMeta;
    if (path)
      return !menuPermission || can(...menuPermission) ? [{ name, label, icon, path, permission, heading }] : [];
    const links = entriesOf(children, can).filter((entry): entry is MenuLink => !isGroup(entry));
    return links.length > 0 ? [{ name, label, icon, heading, children: links }] : [];
  });
}

import type { TreeMenuItem } from '@refinedev/core';
import type { Permission } from '../providers/screen.ts';

/** A menu entry that opens a screen. `label` is a locale key, `icon` a name that MenuIcon knows. */
export interface MenuLink {
  name: string;
  label: string;
  icon: string;
  path: string;
  /** The permission of its screen. */
  permission?: Permission;
}
interface MenuGroup extends Omit<MenuLink, 'path' | 'permission'> {
  children: MenuLink[];
}
export type MenuEntry = MenuLink | MenuGroup;

export const isGroup = (entry: MenuEntry): entry is MenuGroup => 'children' in entry;

/** Returns whether a path is at or below another. */
export const isUnder = (pathname: string, path: string) =>
  path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);

/** What an entry of Refine's menu says about its screen. */
export interface MenuMeta {
  permission?: Permission;
  /** The permission that shows the entry, when it is not the screen's own. */
  menuPermission?: Permission;
}

type CheckPermission = (...permission: Permission) => boolean;

/** Returns Refine's menu tree without the entries that the policy refuses and without empty groups. */
export function entriesOf(tree: readonly TreeMenuItem[], can: CheckPermission): MenuEntry[] {
  return tree.flatMap(({ name, label = name, icon: drawn, route: path, meta, children }): MenuEntry[] => {
    const icon = typeof drawn === 'string' ? drawn : '';
    const { permission, menuPermission = permission } = (meta ?? {}) as MenuMeta;
    if (path) return !menuPermission || can(...menuPermission) ? [{ name, label, icon, path, permission }] : [];
    const links = entriesOf(children, can).filter((entry): entry is MenuLink => !isGroup(entry));
    return links.length > 0 ? [{ name, label, icon, children: links }] : [];
  });
}

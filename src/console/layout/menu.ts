import type { TreeMenuItem } from '@refinedev/core';
import type { Permission } from '../screen.ts';
import { screenAt } from '../screen-at.ts';

/** A menu entry that opens a screen. `label` is a locale key, `icon` a name that MenuIcon knows. */
interface MenuLink {
  name: string;
  label: string;
  icon: string;
  path: string;
}
interface MenuGroup extends Omit<MenuLink, 'path'> {
  children: MenuLink[];
}
export type MenuEntry = MenuLink | MenuGroup;

export const isGroup = (entry: MenuEntry): entry is MenuGroup => 'children' in entry;

/** Returns whether a path is at or below another. */
export const isUnder = (pathname: string, path: string) =>
  path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);

type CheckPermission = (...permission: Permission) => boolean;

function isShown(path: string, can: CheckPermission): boolean {
  const { permission, menu } = screenAt(path) ?? {};
  const required = menu?.permission ?? permission;
  return required === undefined || can(...required);
}

/** Returns Refine's menu tree without the entries that the policy refuses and without empty groups. */
export function entriesOf(tree: readonly TreeMenuItem[], can: CheckPermission): MenuEntry[] {
  return tree.flatMap(({ name, label = name, icon: drawn, route: path, children }): MenuEntry[] => {
    const icon = typeof drawn === 'string' ? drawn : '';
    if (path) return isShown(path, can) ? [{ name, label, icon, path }] : [];
    const links = entriesOf(children, can).filter((entry): entry is MenuLink => !isGroup(entry));
    return links.length > 0 ? [{ name, label, icon, children: links }] : [];
  });
}

import type { TreeMenuItem } from '@refinedev/core';
import type { Permission } from '../screen.ts';
import { screenAt } from '../screen-at.ts';

/** A leaf of the menu; `label` is a key of the locales, `icon` a name (MenuIcon). */
export interface MenuLink {
  name: string;
  label: string;
  icon: string;
  path: string;
}
export interface MenuGroup extends Omit<MenuLink, 'path'> {
  children: MenuLink[];
}
export type MenuEntry = MenuLink | MenuGroup;

export const isGroup = (entry: MenuEntry): entry is MenuGroup => 'children' in entry;

/** Whether an address lies at or below another. */
export const isUnder = (pathname: string, path: string) =>
  path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);

/** Where an address belongs in the menu. */
export const placeOf = (pathname: string): string => screenAt(pathname)?.belongsTo ?? pathname;

/** Whether an address lies within a group. */
export const isInGroup = (pathname: string, { children }: MenuGroup) =>
  children.some(({ path }) => isUnder(pathname, path));

type May = (...permission: Permission) => boolean;

function isShown(path: string, may: May): boolean {
  const { permission, menu } = screenAt(path) ?? {};
  const asked = menu?.permission ?? permission;
  return asked === undefined || may(...asked);
}

/** Refine's tree of the menu as this person sees it: without what the policy refuses, and without empty groups. */
export function entriesOf(tree: readonly TreeMenuItem[], may: May): MenuEntry[] {
  return tree.flatMap(({ name, label = name, icon: drawn, route: path, children }): MenuEntry[] => {
    const icon = typeof drawn === 'string' ? drawn : '';
    if (path) return isShown(path, may) ? [{ name, label, icon, path }] : [];
    const links = entriesOf(children, may).filter((entry): entry is MenuLink => !isGroup(entry));
    return links.length > 0 ? [{ name, label, icon, children: links }] : [];
  });
}

import type { MenuGroup, Permission, Screen } from '../screen.ts';
import { screenAt } from '../screen-at.ts';
import { menuGroups } from '../screens.tsx';

/** A leaf of the menu; `label` is a key of the locales. */
export interface MenuLink {
  name: string;
  label: string;
  icon: string;
  order: number;
  path: string;
}
export interface MenuBranch extends MenuGroup {
  children: MenuLink[];
}
export type MenuEntry = MenuLink | MenuBranch;

export const isGroup = (entry: MenuEntry): entry is MenuBranch => 'children' in entry;

/** Whether an address lies at or below another. */
export const isUnder = (pathname: string, path: string) =>
  path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);

/** Where an address belongs in the menu. */
export const placeOf = (pathname: string): string => screenAt(pathname)?.belongsTo ?? pathname;

/** Whether an address lies within a group. */
export const isInGroup = (pathname: string, { path, children }: MenuBranch) =>
  [path, ...children.map((child) => child.path)].some((place) => place !== undefined && isUnder(pathname, place));

type May = (...permission: Permission) => boolean;

function linkOf({ path, label, icon, menu, permission }: Screen, may: May): (MenuLink & { group?: string })[] {
  if (!menu || !path || !label) return [];
  const asked = menu.permission ?? permission;
  if (asked && !may(...asked)) return [];
  return [{ name: menu.name, group: menu.group, order: menu.order, path, label, icon: icon ?? '' }];
}

/** The menu of these screens, in its order; what the policy refuses is left out, and so are empty groups. */
export function menuOf(screens: readonly Screen[], may: May): MenuEntry[] {
  const links = screens.flatMap((screen) => linkOf(screen, may));
  const of = (name?: string) => links.filter(({ group }) => group === name).sort((a, b) => a.order - b.order);
  const groups = menuGroups.map((group) => ({ ...group, children: of(group.name) }));
  return [...of(), ...groups.filter(({ children }) => children.length > 0)].sort((a, b) => a.order - b.order);
}

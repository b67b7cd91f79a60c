import type { Resource } from '../../../resources/kit/resource.ts';

/** A leaf of the menu: `label` is a key of the locale, `ask` the question whose "no" hides it. */
export interface MenuLink {
  name: string;
  label: string;
  icon: string;
  order: number;
  path: string;
  ask?: readonly [thing: string, act: string];
}
export interface MenuGroup extends Omit<MenuLink, 'ask' | 'path'> {
  children: MenuLink[];
  /** Where all of it lies; groups that share a place are told apart by their children's. */
  path?: string;
}
export type MenuEntry = MenuLink | MenuGroup;

const GROUPS: readonly Omit<MenuGroup, 'children'>[] = [
  { name: 'knowledge-base', label: 'layout.menu.knowledgeBase', icon: 'knowledge', order: 40, path: '/knowledge-base' },
  { name: 'chat', label: 'layout.menu.chat', icon: 'chat', order: 45, path: '/chat' },
  { name: 'settings', label: 'layout.menu.settings', icon: 'settings', order: 90 },
  { name: 'operation', label: 'layout.menu.operation', icon: 'operation', order: 95 },
];

/** Screens that no declaration speaks of. */
const SCREENS: readonly (MenuLink & { under?: string })[] = [
  { name: 'dashboard', label: 'layout.menu.dashboard', icon: 'dashboard', order: 10, path: '/' },
  {
    name: 'monitoring',
    label: 'layout.menu.monitoring',
    icon: 'monitoring',
    order: 20,
    path: '/interaction-monitoring',
    ask: ['interaction-monitoring', 'show'],
  },
  {
    name: 'gaps',
    label: 'layout.menu.gaps',
    icon: 'gaps',
    order: 52,
    path: '/knowledge-gaps',
    ask: ['knowledge-gaps', 'list'],
  },
  {
    name: 'tests',
    label: 'layout.menu.tests',
    icon: 'tests',
    order: 54,
    path: '/test-questions',
    ask: ['test-questions', 'list'],
  },
  {
    name: 'customize',
    under: 'chat',
    label: 'layout.menu.customize',
    icon: 'brush',
    order: 10,
    path: '/chat/customize',
    // Whoever sees the chat sees this too: without the plan for it, a click says what that plan costs.
    ask: ['chat', 'preview'],
  },
  {
    name: 'preview',
    under: 'chat',
    label: 'layout.menu.preview',
    icon: 'preview',
    order: 20,
    path: '/chat/preview',
    ask: ['chat', 'preview'],
  },
  {
    name: 'setup',
    under: 'chat',
    label: 'layout.menu.setup',
    icon: 'setup',
    order: 30,
    path: '/chat/setup',
    ask: ['widget-origins', 'show'],
  },
  {
    name: 'limits',
    label: 'layout.menu.limits',
    icon: 'branches',
    order: 60,
    path: '/limits',
    // Whoever sees the limits of use sees this too: without the plan for it, a click says what that plan costs.
    ask: ['limits', 'show'],
  },
  {
    name: 'usage',
    label: 'layout.menu.usage',
    icon: 'usage',
    order: 65,
    path: '/settings/usage',
    ask: ['limits', 'show'],
  },
  {
    name: 'models',
    under: 'settings',
    label: 'layout.menu.chatbot',
    icon: 'bolt',
    order: 10,
    path: '/admin/chatbot',
    ask: ['models', 'list'],
  },
  {
    name: 'general',
    under: 'settings',
    label: 'layout.menu.general',
    icon: 'general',
    order: 20,
    path: '/admin/general',
    ask: ['general-settings', 'show'],
  },
  {
    name: 'plans',
    under: 'settings',
    label: 'layout.menu.plans',
    icon: 'plans',
    order: 30,
    path: '/admin/plans',
    ask: ['plan-catalogue', 'list'],
  },
  {
    name: 'accounts',
    under: 'operation',
    label: 'layout.menu.accounts',
    icon: 'accounts',
    order: 10,
    path: '/admin/accounts',
    ask: ['accounts', 'show'],
  },
  {
    name: 'audit-log',
    label: 'layout.menu.auditLog',
    icon: 'audit',
    order: 75,
    path: '/audit-log',
    ask: ['audit-log', 'list'],
  },
  {
    name: 'figures',
    under: 'operation',
    label: 'layout.menu.figures',
    icon: 'monitoring',
    order: 5,
    path: '/admin/figures',
    ask: ['usage-figures', 'show'],
  },
  {
    name: 'team',
    under: 'operation',
    label: 'layout.menu.team',
    icon: 'users',
    order: 15,
    path: '/admin/team',
    ask: ['staff', 'list'],
  },
  {
    name: 'queue',
    under: 'operation',
    label: 'layout.menu.queue',
    icon: 'queue',
    order: 20,
    path: '/admin/queue',
    ask: ['queue', 'list'],
  },
  {
    name: 'platform-audit-log',
    under: 'operation',
    label: 'layout.menu.platformAuditLog',
    icon: 'audit',
    order: 30,
    path: '/admin/audit',
    ask: ['platform-audit-log', 'list'],
  },
  {
    name: 'policy',
    under: 'operation',
    label: 'layout.menu.policy',
    icon: 'policy',
    order: 40,
    path: '/admin/policy',
    ask: ['policy', 'show'],
  },
];

export const isGroup = (entry: MenuEntry): entry is MenuGroup => 'children' in entry;

/** Whether an address lies at or below another. */
export const isUnder = (pathname: string, path: string) =>
  path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);

/** Pages whose address does not begin as that of the entry they belong to. */
const BELONGING: Record<string, string> = { '/seo-evaluation': '/knowledge-base/content' };

/** Where an address belongs in the menu. */
export function placeOf(pathname: string): string {
  const page = Object.keys(BELONGING).find((path) => isUnder(pathname, path));
  return (page && BELONGING[page]) ?? pathname;
}

/** Whether an address lies within a group. */
export const isInGroup = (pathname: string, { path, children }: MenuGroup) =>
  [path, ...children.map((child) => child.path)].some((place) => place !== undefined && isUnder(pathname, place));

/** The menu of declarations and screens, in its order; `may` leaves out what the policy refuses, and empty groups. */
export function menuOf(resources: readonly Resource[], may: (thing: string, act: string) => boolean): MenuEntry[] {
  const declared = resources.flatMap(({ name, path, menu }) =>
    menu ? [{ name, path, label: `${name}.title`, ask: [name, 'list'] as const, ...menu }] : [],
  );
  const links = [...declared, ...SCREENS].filter(({ ask }) => !ask || may(...ask));
  const of = (group?: string) => links.filter(({ under }) => under === group).sort((a, b) => a.order - b.order);
  const groups = GROUPS.map((group) => ({ ...group, children: of(group.name) }));
  return [...of(), ...groups.filter(({ children }) => children.length > 0)].sort((a, b) => a.order - b.order);
}

/** The menu's icons, of one hand with those of the screens; what a declaration may name in `menu.icon`. */
const PATHS: Record<string, string> = {
  dashboard: 'M4 13h6V4H4v9Zm10 7h6v-9h-6v9ZM4 20h6v-3H4v3ZM14 7h6V4h-6v3Z',
  monitoring: 'M4 20V4m0 16h16M8.5 16v-4m4 4V8m4 8v-6',
  contexts: 'm12 4 9 4.5-9 4.5-9-4.5L12 4Zm-9 8.5 9 4.5 9-4.5',
  knowledge: 'M12 6.5C10 5 7.5 4.5 4 4.5v13.5c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4.5c-3.5 0-6 .5-8 2Zm0 0V20',
  content: 'M14 3v5h5M7 3h7l5 5v11a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 1 0-5.7-5.7l-1 1m2 3.7a4 4 0 0 0-5.7 0l-3 3a4 4 0 1 0 5.7 5.7l1-1',
  chat: 'M20 12a7.5 7.5 0 0 1-11 6.6L4 20l1.4-4.6A7.5 7.5 0 1 1 20 12Z',
  preview: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm12.5 0a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  setup: 'm8 8-4.5 4L8 16m8-8 4.5 4-4.5 4M13.5 5.5l-3 13',
  conversations: 'M4 5h11a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H9l-4 3v-3H4V5Zm13 4h3v9h-1v2.5L15.5 18H11',
  gaps: 'M9.5 9.3a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.2 1-1.2 1.9m0 3v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  tests: 'M9 4h6v3H9V4Zm6 1.5h3V20H6V5.5h3M9 13.5l2 2 4-4',
  users: 'M16 19a6 6 0 0 0-12 0m9-11a3 3 0 1 1-6 0 3 3 0 0 1 6 0Zm3.5-2.7a3 3 0 0 1 0 5.4M17.5 14a5.5 5.5 0 0 1 3 5',
  book: 'M5 5a2 2 0 0 1 2-2h12v18H7a2 2 0 0 1-2-2V5Zm0 14a2 2 0 0 1 2-2h12',
  chevron: 'm6 9.5 6 6 6-6',
  menu: 'M4 7h16M4 12h16M4 17h10',
  close: 'M6 6l12 12M18 6 6 18',
  sun: 'M12 3v2m0 14v2M5.6 5.6 7 7m10 10 1.4 1.4M3 12h2m14 0h2M5.6 18.4 7 17M17 7l1.4-1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z',
  leave: 'M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4m5-12 4 4-4 4m4-4H9',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  search: 'm20 20-4.2-4.2M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z',
  warning: 'M12 9.5v4m0 3.2v.1M10.3 4.3 2.7 17.5a2 2 0 0 0 1.7 3h15.2a2 2 0 0 0 1.7-3L13.7 4.3a2 2 0 0 0-3.4 0Z',
  settings:
    'M4 8h9m5 0h2M4 16h2m5 0h9M18 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Zm-7 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
  branches: 'M12 3v5m0 0c0 4-6 3-6 8v1m6-9c0 4 6 3 6 8v1M4 17h4v4H4v-4Zm12 0h4v4h-4v-4Z',
  usage: 'M4 18a9 9 0 1 1 16 0m-8-4 4-5',
  brush:
    'm14 5 5 5-8.5 8.5M14 5l-8.5 8.5M14 5l2-2a1.4 1.4 0 0 1 2 0l3 3a1.4 1.4 0 0 1 0 2l-2 2M5.5 13.5 4 20l6.5-1.5-5-5Z',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6l1-7Z',
  audit: 'M9 4h6v3H9V4Zm6 1.5h3V20H6V5.5h3M9.5 12h5m-5 4h3.5',
  queue: 'M4 6h16M4 12h10M4 18h6m5 0 2 2 4-4',
  policy: 'M12 3 5 6v5c0 4.6 2.9 8.2 7 10 4.1-1.8 7-5.4 7-10V6l-7-3Zm-3 9 2.2 2.2L15.5 10',
  operation: 'M3 12h4l3-7 4 14 3-7h4',
  accounts: 'M4 20V6a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v14m0-10h5a1 1 0 0 1 1 1v9M3 20h18M8 9h2m-2 4h2m-2 4h2m6-3h1m-1 3h1',
  general: 'M4 9a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V9Zm5-1V5h6v3M4 13h16m-8-1v2',
  plans: 'M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7Zm0 3h16M7.5 15h4',
  mask: 'M16 19a4 4 0 0 0-8 0m6-8a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM4 8V6a2 2 0 0 1 2-2h2m8 0h2a2 2 0 0 1 2 2v2m0 8v2a2 2 0 0 1-2 2M4 16v2a2 2 0 0 0 2 2',
  back: 'M9 14 4 9l5-5M4 9h9a6 6 0 0 1 0 12h-2',
  megaphone: 'M4 10v4h3l8 4V6l-8 4H4Zm4 4 1 6h2l-.6-5M18.5 9.5a4 4 0 0 1 0 5',
  tutorial: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Zm-5.5-3.5-2 5-5 2 2-5 5-2Z',
  dot: 'M12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z',
};

/** A line icon; a name that is not drawn yet is a dot. */
export function MenuIcon({ name, size = 18 }: { name: string; size?: number }) {
  return (
    <svg className="menu-icon" aria-hidden width={size} height={size} viewBox="0 0 24 24">
      <path d={PATHS[name] ?? PATHS.dot} />
    </svg>
  );
}

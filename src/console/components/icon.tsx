/** SVG paths on a 24 px grid, all drawn with the same stroke width. */
export const PATHS = {
  add: 'M12 5v14M5 12h14',
  back: 'M19 12H5m6-6-6 6 6 6',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6l1-7Z',
  building: 'M5 20V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v15m0-10h3v10M3 20h18M9 8h3m-3 4h3m-3 4h3',
  chat: 'M20 12a7.5 7.5 0 0 1-11 6.6L4 20l1.4-4.6A7.5 7.5 0 1 1 20 12Z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevronDown: 'm6 9.5 6 6 6-6',
  chevronRight: 'm9.5 6 6 6-6 6',
  clock: 'M12 7.5V12l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  close: 'M6 6l12 12M18 6 6 18',
  code: 'm8 8-4.5 4L8 16m8-8 4.5 4-4.5 4M13.5 5.5l-3 13',
  copy: 'M9 9h9a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2ZM4 15V5a2 2 0 0 1 2-2h9',
  download: 'M12 4v12m-5-5 5 5 5-5M4 16v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3',
  edit: 'm14.5 5.5 4 4M4 20l1-5L16 4a1.4 1.4 0 0 1 2 0l2 2a1.4 1.4 0 0 1 0 2L9 19l-5 1Z',
  enter: 'M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4m-4-12 4 4-4 4m4-4H4',
  external: 'M14 4h6v6m0-6-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4',
  fit: 'M4 9V5a1 1 0 0 1 1-1h4m6 0h4a1 1 0 0 1 1 1v4m0 6v4a1 1 0 0 1-1 1h-4m-6 0H5a1 1 0 0 1-1-1v-4',
  file: 'M14 3v5h5M7 3h7l5 5v11a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Z',
  globe:
    'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM3.5 12h17M12 3c2.4 2.5 3.6 5.5 3.6 9s-1.2 6.5-3.6 9c-2.4-2.5-3.6-5.5-3.6-9S9.6 5.5 12 3Z',
  inherit: 'M6 4v9a3 3 0 0 0 3 3h10m-4-4 4 4-4 4',
  info: 'M12 11v5m0-8.2v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  layers: 'm12 4 9 4.5-9 4.5-9-4.5L12 4Zm-9 8.5 9 4.5 9-4.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 1 0-5.7-5.7l-1 1m2 3.7a4 4 0 0 0-5.7 0l-3 3a4 4 0 1 0 5.7 5.7l1-1',
  minus: 'M5 12h14',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  question: 'M9.5 9.3a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.2 1-1.2 1.9m0 3v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  refresh: 'M20 5v5h-5M4 19v-5h5m10.5-4A8 8 0 0 0 6 7.3L4 9m16 6-2 1.7A8 8 0 0 1 4.5 14',
  search: 'm20 20-4.2-4.2M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z',
  shield: 'M12 3 5 6v5c0 4.6 2.9 8.2 7 10 4.1-1.8 7-5.4 7-10V6l-7-3Z',
  sitemap: 'M9 3h6v5H9V3ZM3 16h6v5H3v-5Zm12 0h6v5h-6v-5ZM12 8v4m-6 4v-4h12v4',
  sort: 'M8 5v14m-4-4 4 4 4-4m4 4V5m-4 4 4-4 4 4',
  trash: 'M4 7h16M10 11v6m4-6v6M6 7l1 12a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2l1-12M9 7V5a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2v2',
  user: 'M19 20a7 7 0 0 0-14 0m10.5-12.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0Z',
  upload: 'M12 16V4m-5 5 5-5 5 5M4 16v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3',
  warning: 'M12 9.5v4m0 3.2v.1M10.3 4.3 2.7 17.5A2 2 0 0 0 4.4 20.5h15.2a2 2 0 0 0 1.7-3L13.7 4.3a2 2 0 0 0-3.4 0Z',
} as const;
export type IconName = keyof typeof PATHS;

/** An SVG path drawn as a line in the colour of the text. */
export function LineIcon({ path, size, className }: { path?: string; size: number; className?: string }) {
  return (
    <svg
      className={className}
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}

/**
 * A line icon in the colour of the text. Hidden from screen readers, so its control needs a name. antd's menus give it the
 * class that keeps it apart from the label.
 */
export const Icon = ({ name, size = 16, className = '' }: { name: IconName; size?: number; className?: string }) => (
  <LineIcon className={`icon ${className}`.trimEnd()} path={PATHS[name]} size={size} />
);

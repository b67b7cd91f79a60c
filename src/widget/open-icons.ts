import type { WidgetAppearance } from '../shared/appearance.ts';

/** On a 24 px grid; separate from the panel's, so that a page does not load those. */
export const DOWN = 'm6 9.5 6 6 6-6';
const OPEN: Readonly<Record<WidgetAppearance['icons']['open'], string>> = {
  chat: 'M12 4c-4.7 0-8.5 3.2-8.5 7.2 0 2.2 1.1 4.1 2.9 5.4L6 20l3.7-1.9c.7.2 1.5.3 2.3.3 4.7 0 8.5-3.2 8.5-7.2S16.7 4 12 4ZM8.3 11.3h.01M12 11.3h.01M15.7 11.3h.01',
  question:
    'M9.3 9.4a2.8 2.8 0 1 1 4.2 2.4c-.9.5-1.5 1.1-1.5 2v.3M12 17h.01M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
  spark: 'm11 4 1.9 5.1 5.1 1.9-5.1 1.9L11 18l-1.9-5.1L4 11l5.1-1.9zM18.5 16v4M16.5 18h4',
  smile:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM8.3 14.2c.9 1.2 2.2 1.9 3.7 1.9s2.8-.7 3.7-1.9M9 9.7h.01M15 9.7h.01',
};

/** `chat` for an unknown name. */
export const openIcon = (name: unknown): string => strokesOf(OPEN, name) ?? OPEN.chat;

/** Ignores inherited properties. */
export const strokesOf = (table: Readonly<Record<string, string>>, name: unknown): string | undefined =>
  Object.keys(table).indexOf(String(name)) < 0 ? undefined : table[String(name)];

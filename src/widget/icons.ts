import type { WidgetAppearance } from '../shared/appearance.ts';
import { strokesOf } from './open-icons.ts';

export const CLOSE = 'M6.5 6.5l11 11M17.5 6.5l-11 11';
export const STOP = 'M8.5 8.5h7v7h-7z';
export const COMPOSE =
  'M12.5 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5.5M17.8 4.4a1.4 1.4 0 0 1 2 2L12.5 13.7 9.8 14.3l.6-2.7z';
export const COPY =
  'M9 9h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM5.5 15H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v.5';
export const DONE = 'm5.5 12.5 4.2 4.2 8.8-9.2';
export const DOCUMENT = 'M7 4h7l4 4v11a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM13.5 4v4.5H18M9 13h6M9 16.3h4';
export const AWAY =
  'M9.5 6H7a1.5 1.5 0 0 0-1.5 1.5V17A1.5 1.5 0 0 0 7 18.5h9.5A1.5 1.5 0 0 0 18 17v-2.5M13 5.5h5.5V11M18.2 5.8 11 13';
export const RETRY = 'M19 12a7 7 0 1 1-2.1-5L19 9M19 4.5V9h-4.5';
export const NOTICE = 'M12 8v4.7M12 16h.01M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z';
export const ARROW = 'M5 12h13M13 7l5 5-5 5';
export const PAST = 'M12 7.8V12l2.8 1.8M12 3.8a8.2 8.2 0 1 0 0 16.4 8.2 8.2 0 0 0 0-16.4Z';
export const THUMB =
  'M7.5 11 11 4.5c1.3 0 2.2 1 2.2 2.2V10h4.5a1.8 1.8 0 0 1 1.8 2.1l-1 5.4a1.8 1.8 0 0 1-1.8 1.5H7.5zM7.5 11H5v8h2.5';
export const THUMB_DOWN =
  'M7.5 13 11 19.5c1.3 0 2.2-1 2.2-2.2V14h4.5a1.8 1.8 0 0 0 1.8-2.1l-1-5.4A1.8 1.8 0 0 0 16.7 5H7.5zM7.5 13H5V5h2.5';

const SEND: Readonly<Record<WidgetAppearance['icons']['send'], string>> = {
  arrow: 'M12 19V5.5M6 11l6-6 6 6',
  plane: 'M20 4.5 4 10.4l6.2 3.2 3.2 6.2zM20 4.5l-9.8 9.1',
  return: 'M18.5 6v4.5a3 3 0 0 1-3 3H6M9.8 9.7 6 13.5l3.8 3.8',
};

/** `arrow` for an unknown name. */
export const sendIcon = (name: unknown): string => strokesOf(SEND, name) ?? SEND.arrow;

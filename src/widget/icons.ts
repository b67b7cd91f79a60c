/** Strokes of the icons, on a 24 px grid. */
export const CHAT =
  'M12 4c-4.7 0-8.5 3.2-8.5 7.2 0 2.2 1.1 4.1 2.9 5.4L6 20l3.7-1.9c.7.2 1.5.3 2.3.3 4.7 0 8.5-3.2 8.5-7.2S16.7 4 12 4ZM8.3 11.3h.01M12 11.3h.01M15.7 11.3h.01';
export const DOWN = 'm6 9.5 6 6 6-6';
export const CLOSE = 'M6.5 6.5l11 11M17.5 6.5l-11 11';
export const SEND = 'M12 19V5.5M6 11l6-6 6 6';
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

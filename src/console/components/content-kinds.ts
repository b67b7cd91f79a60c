import type { contents } from '../../../resources/contents.ts';
import type { RecordOf } from '../../../resources/kit/resource.ts';
import type { IconName } from './icon.tsx';

export type Content = RecordOf<typeof contents> & {
  /** Additional questions that find the content. Absent in lists of contents. */
  phrasings?: string[];
  /** Whether the original file can be downloaded. Absent in lists of contents. */
  hasOriginal?: boolean;
};

export const KIND_ICONS: Record<Content['type'], IconName> = {
  FILE: 'file',
  LINK: 'globe',
  FAQ: 'question',
  SITEMAP: 'sitemap',
};

/** Returns whether a content comes from a web address and is synced with it. */
export const isRead = ({ type }: Pick<Content, 'type'>) => type === 'LINK' || type === 'SITEMAP';

export const isUnderWay = ({ status }: Pick<Content, 'status'>) => status === 'pending' || status === 'working';

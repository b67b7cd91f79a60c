import type { contents } from '../../../resources/contents.ts';
import type { RecordOf } from '../../../resources/kit/resource.ts';
import type { IconName } from './icon.tsx';

/** A content as the API gives it. */
export type Content = RecordOf<typeof contents> & {
  /** Further ways to ask for it; a list of contents leaves them out. */
  phrasings?: string[];
};

export const KIND_ICONS: Record<Content['type'], IconName> = {
  FILE: 'file',
  LINK: 'globe',
  FAQ: 'question',
  SITEMAP: 'sitemap',
};

/** Whether a content is read again from its address. */
export const isRead = ({ type }: Pick<Content, 'type'>) => type === 'LINK' || type === 'SITEMAP';

export const isUnderWay = ({ status }: Pick<Content, 'status'>) => status === 'pending' || status === 'working';

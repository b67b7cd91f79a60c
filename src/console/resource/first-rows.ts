import type { Resource } from '../../../resources/kit/resource.ts';
import { PAGE_SIZE } from '../../shared/constants.ts';

/** Whether a list's rows may be asked for before its screen is there. (Contexts are drawn whole, as a tree.) */
export const isAskedAhead = ({ acts, name }: Pick<Resource, 'acts' | 'name'>): boolean =>
  acts.includes('list') && name !== 'contexts';

/**
 * The call, below /api, by which a list gets its first rows when nothing is asked of it; where rows belong to a context,
 * its id goes behind it. The build writes it into the page for start.js, to which the data provider is not there yet.
 */
export const firstRows = ({ api, list, scope }: Pick<Resource, 'api' | 'list' | 'scope'>): string =>
  `${api}?page=1&limit=${PAGE_SIZE}&sort=${list.sort}${scope === 'context' ? '&contextId=' : ''}`;

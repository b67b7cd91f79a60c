import { formatAddress } from '../../../../shared/format.ts';
import type { FoundPage, SiteCapture } from '../../../../shared/site-capture.ts';

export const isRunning = ({ status }: SiteCapture) => status === 'pending' || status === 'working';

/** The user's choices by address: true adds the page. The server's preselection applies to all other pages. */
export type PageChoices = ReadonlyMap<string, boolean>;

/**
 * Returns the addresses to add: first the pages that the user chose, then the preselected ones while there is room.
 * Preselected pages found later are added too, but never replace a page that the user chose.
 */
export function chosenPages(pages: readonly FoundPage[], choices: PageChoices, room: number): Set<string> {
  const readable = pages.filter(({ status }) => status === 'read');
  const wanted = readable.filter(({ url }) => choices.get(url) === true);
  const silent = readable.filter(({ url, chosen }) => chosen && !choices.has(url));
  let free = room;
  const selected = [...wanted, ...silent].filter(({ isKept }) => isKept || free-- > 0);
  return new Set(selected.map(({ url }) => url));
}

/** Returns how many of the contents that the plan allows the chosen pages use. */
export const contentsNeeded = (pages: readonly FoundPage[], chosen: ReadonlySet<string>): number =>
  pages.filter(({ url, isKept }) => !isKept && chosen.has(url)).length;

/** Groups unread pages by reason, the most frequent reason first. */
export const unreadByReason = (pages: readonly FoundPage[]): [reason: string, pages: FoundPage[]][] =>
  [...Map.groupBy(pages, ({ reason }) => reason ?? '')].sort(([, one], [, other]) => other.length - one.length);

const SITEMAP_FILE = /\.(?:xml|xml\.gz|txt)$/i;
export const isSitemapAddress = (url: string): boolean => URL.canParse(url) && SITEMAP_FILE.test(new URL(url).pathname);

/**
 * Returns the choices after the user has ticked or unticked pages. The current state of all other pages also becomes a
 * choice. Otherwise a preselected page would take the room of an unticked one.
 */
export function withChoices(
  pages: readonly FoundPage[],
  chosen: ReadonlySet<string>,
  urls: readonly string[],
  isWanted: boolean,
): PageChoices {
  const choices = new Map(pages.map(({ url }) => [url, chosen.has(url)]));
  for (const url of urls) choices.set(url, isWanted);
  return choices;
}

/** Returns the path of a page within its site, or the whole address of a page of another site. */
export function pathWithin(site: string, url: string): string {
  if (!URL.canParse(url) || !URL.canParse(site)) return url;
  const { origin, pathname, search } = new URL(url);
  return origin === new URL(site).origin ? formatAddress(pathname + search) || '/' : formatAddress(url);
}

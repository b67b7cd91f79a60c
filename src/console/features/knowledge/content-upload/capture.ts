import { formatAddress } from '../../../components/format.ts';

/** A page that the capture of a site found. */
export interface FoundPage {
  url: string;
  title: string;
  words: number;
  depth: number;
  status: 'read' | 'failed';
  reason?: string;
  /** The server would keep it, as far as the plan has room. */
  chosen: boolean;
  /** A content already: keeping it reads it again, and takes no room. */
  isKept: boolean;
}

/** GET /contents/crawl-links/{id}. */
export interface Capture {
  id: string;
  /** Whose contents its pages become. */
  contextId: string;
  url: string;
  status: 'pending' | 'working' | 'done' | 'error';
  reason: string | null;
  found: number;
  read: number;
  failed: number;
  kept: number;
  /** For how many more contents the plan has room. */
  room: number;
  pages: FoundPage[];
  /** How many pages the site's sitemap lists, and the content that follows it already; null: none is known. */
  sitemap: { pages: number; contentId: string | null } | null;
}

export const isRunning = ({ status }: Capture) => status === 'pending' || status === 'working';

/** What a person said of a page: keep it, or not. Of pages without a word the server says what is sensible. */
export type Wishes = ReadonlyMap<string, boolean>;

/**
 * The addresses to keep. Those asked for come first; then, as far as there is room, those of which nothing was said and
 * which the server would keep: so that pages still coming are chosen too, and never push out a choice.
 */
export function chosenPages(pages: readonly FoundPage[], wishes: Wishes, room: number): Set<string> {
  const readable = pages.filter(({ status }) => status === 'read');
  const wanted = readable.filter(({ url }) => wishes.get(url) === true);
  const silent = readable.filter(({ url, chosen }) => chosen && !wishes.has(url));
  let free = room;
  const kept = [...wanted, ...silent].filter(({ isKept }) => isKept || free-- > 0);
  return new Set(kept.map(({ url }) => url));
}

/** How many places of the plan a choice takes. */
export const placesTaken = (pages: readonly FoundPage[], chosen: ReadonlySet<string>): number =>
  pages.filter(({ url, isKept }) => !isKept && chosen.has(url)).length;

/** The pages that could not be read, by the reason, the most frequent first. */
export function failuresByReason(pages: readonly FoundPage[]): [reason: string, pages: FoundPage[]][] {
  const failed = pages.filter(({ status }) => status === 'failed');
  return [...Map.groupBy(failed, ({ reason }) => reason ?? '')].sort(([, one], [, other]) => other.length - one.length);
}

const SITEMAP_FILE = /\.(?:xml|xml\.gz|txt)$/i;
/** Whether an address is that of a sitemap's file. */
export const isSitemapAddress = (url: string): boolean => URL.canParse(url) && SITEMAP_FILE.test(new URL(url).pathname);

/**
 * The wishes after pages were ticked or unticked by hand. What stands on the screen becomes a wish as it stands, so that
 * no other page slips into the room that one leaves.
 */
export function wish(
  pages: readonly FoundPage[],
  chosen: ReadonlySet<string>,
  urls: readonly string[],
  isWanted: boolean,
): Wishes {
  const wishes = new Map(pages.map(({ url }) => [url, chosen.has(url)]));
  for (const url of urls) wishes.set(url, isWanted);
  return wishes;
}

/** The path of a page within its site; the whole address when it is of another. */
export function pathWithin(site: string, url: string): string {
  if (!URL.canParse(url) || !URL.canParse(site)) return url;
  const { origin, pathname, search } = new URL(url);
  return origin === new URL(site).origin ? formatAddress(pathname + search) || '/' : formatAddress(url);
}

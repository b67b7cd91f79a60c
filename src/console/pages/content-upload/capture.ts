import { writtenAddress } from '../../resource/written.ts';

/** A page that the capture of a site found. */
export interface FoundPage {
  url: string;
  title: string;
  words: number;
  depth: number;
  status: 'read' | 'failed';
  reason?: string;
}

/** GET /contents/crawl-links/{id}. */
export interface Capture {
  id: string;
  url: string;
  status: 'pending' | 'working' | 'done' | 'error';
  reason: string | null;
  found: number;
  /** How many pages the plan lets one keep; null: any number. */
  limit: number | null;
  pages: FoundPage[];
}

export const isRunning = ({ status }: Capture) => status === 'pending' || status === 'working';

/** What a person said of a page: keep it, or not. Pages without a word are chosen as long as the limit allows. */
export type Wishes = ReadonlyMap<string, boolean>;

/**
 * The addresses to keep. Those asked for come first; then, in the order found, those of which nothing was said, up to
 * the limit: so that pages still coming are chosen too, and never push out a choice.
 */
export function chosenPages(pages: readonly FoundPage[], wishes: Wishes, limit: number | null): Set<string> {
  const readable = pages.filter(({ status }) => status === 'read').map(({ url }) => url);
  const wanted = readable.filter((url) => wishes.get(url) === true);
  const silent = readable.filter((url) => !wishes.has(url));
  return new Set([...wanted, ...silent].slice(0, limit ?? undefined));
}

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
  return origin === new URL(site).origin ? writtenAddress(pathname + search) || '/' : writtenAddress(url);
}

import type { Outbound } from '../../server/outbound/outbound.ts';
import { CaptureError, captureErrorOf } from './capture-error.ts';
import { readSitemaps } from './read-sitemaps.ts';
import { createRequestThrottle } from './request-throttle.ts';
import { robotsFor } from './robots.ts';
import { isSameSite, pageAddress, pageKey } from './site-address.ts';

const MAX_PAGES = 5_000;
const PAUSE_MS = 50;
const SITEMAP_FILE = /\.(?:xml|txt|gz)$/i;

export interface ListedPages {
  /** Addresses of the site's pages, without duplicates. */
  urls: string[];
  /** All sitemap files were read completely, so a page that is not listed has been removed. */
  isComplete: boolean;
}

/**
 * Returns the pages that a sitemap lists. `address`: of a sitemap, or of a site whose sitemaps are looked up. Throws
 * `CaptureError`.
 */
export async function listPages(outbound: Outbound, address: string, signal: AbortSignal): Promise<ListedPages> {
  const site = new URL(address);
  const robots = await robotsFor(outbound, address, signal).catch((error: unknown) => {
    throw captureErrorOf(error, address);
  });
  const isFile = SITEMAP_FILE.test(site.pathname);
  if (isFile && !robots.isAllowed(address)) throw new CaptureError('robots', address);
  const throttle = createRequestThrottle(Math.max(PAUSE_MS, robots.crawlDelayMs));
  const limits = { maxPages: MAX_PAGES, throttle, signal };
  const found = await readSitemaps(outbound, site.origin, isFile ? [address] : robots.sitemaps, limits);
  const pages = new Map<string, string>();
  for (const one of found.pages) {
    const url = pageAddress(one);
    if (url && isSameSite(url, site) && !pages.has(pageKey(url))) pages.set(pageKey(url), url.href);
  }
  if (pages.size === 0) throw new CaptureError(found.failure ?? 'no_sitemap', address);
  return { urls: [...pages.values()], isComplete: found.failure === null && !found.isTruncated };
}

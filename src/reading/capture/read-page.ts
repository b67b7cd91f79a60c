import type { Outbound } from '../../server/outbound/outbound.ts';
import { CaptureError } from './capture-error.ts';
import type { ParsedPage } from './capture-page.ts';
import { fetchPage, type PageRequest } from './fetch-page.ts';
import { maySubstitute, redirectReason, unusableReason } from './judge-page.ts';
import { missingPageOf } from './missing-page.ts';
import { readInThread } from './read-in-thread.ts';
import { robotsFor } from './robots.ts';

interface ReadRequest extends PageRequest {
  /** Also runs the SEO checks. */
  evaluates?: boolean;
}

/**
 * Reads one page, if robots.txt allows it: its metadata and main text. With `etag` or `lastModified`, returns null when
 * the page is unmodified. Throws CaptureError, or the reason of an abort.
 */
export function readPage(
  outbound: Outbound,
  url: string,
  request?: ReadRequest & { etag?: undefined; lastModified?: undefined },
): Promise<ParsedPage>;
export function readPage(outbound: Outbound, url: string, request: ReadRequest): Promise<ParsedPage | null>;
export async function readPage(outbound: Outbound, url: string, request: ReadRequest = {}): Promise<ParsedPage | null> {
  await assertAllowed(outbound, url, request.signal);
  const answer = await fetchPage(outbound, url, request);
  if (answer.url !== url) await assertAllowed(outbound, answer.url, request.signal);
  const moved = redirectReason(url, answer.url);
  if (moved) throw new CaptureError(moved, url);
  if (answer.status === 304) return null;
  const page = await readInThread(answer, { evaluates: request.evaluates });
  const missing = maySubstitute(page) ? await missingPageOf(outbound, answer.url, request) : null;
  const reason = unusableReason(page, missing);
  if (reason) throw new CaptureError(reason, url, { seo: page.seo });
  return page;
}

/** Throws CaptureError `robots` when the site's robots.txt forbids `url`, `unreachable` when the address is invalid. */
export async function assertAllowed(outbound: Outbound, url: string, signal?: AbortSignal): Promise<void> {
  if (!URL.canParse(url)) throw new CaptureError('unreachable', url);
  const robots = await robotsFor(outbound, url, signal);
  if (!robots.isAllowed(url)) throw new CaptureError('robots', url);
}

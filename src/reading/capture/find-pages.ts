import type { Outbound, OutboundResponse } from '../../server/outbound/outbound.ts';
import { fileNameAt } from '../read-linked-file.ts';
import { CaptureError, type CaptureReason } from './capture-error.ts';
import type { ParsedPage } from './capture-page.ts';
import { fetchPage } from './fetch-page.ts';
import { type CrawlCandidate, createFrontier, type Frontier } from './frontier.ts';
import { maySubstitute, redirectReason, unusableReason } from './judge-page.ts';
import { missingPageOf } from './missing-page.ts';
import type { LanguageVersion } from './page-metadata.ts';
import { readInThread } from './read-in-thread.ts';
import { assertAllowed } from './read-page.ts';
import { readSitemaps } from './read-sitemaps.ts';
import { createRequestThrottle, type RequestThrottle } from './request-throttle.ts';
import { robotsFor } from './robots.ts';
import { fileAddress, isSameSite, pageAddress, pageKey } from './site-address.ts';

export interface SitePage {
  url: string;
  title: string | null;
  siteName?: string | null;
  words: number;
  depth: number;
  status: 'read' | 'failed';
  reason?: CaptureReason;
  language?: string | null;
  versions?: LanguageVersion[];
  /** As `readPage` would return it, unless that would read more than this page. */
  page?: ParsedPage;
}

export interface FindOptions {
  maxPages: number;
  maxDepth: number;
  signal?: AbortSignal;
  /** Once per page, never concurrently. An error ends the search. */
  onPage: (found: SitePage) => void | Promise<void>;
  wantsText?: boolean;
  concurrency?: number;
  timeoutMs?: number;
  /** Between the starts of two requests; robots.txt may ask for more. */
  pauseMs?: number;
}

interface FindSummary {
  read: number;
  failed: number;
  duplicates: number;
  listed: number;
  remaining: number;
  stopped: 'done' | 'max_pages' | 'time' | 'aborted' | 'site_failing';
}

const TIMEOUT_MS = 120_000;
const PAUSE_MS = 50;
const CONCURRENCY = 2;
const MAX_FAILURES_IN_A_ROW = 8;
const MAX_REFUSALS_REPORTED = 50;
/** So that a site full of broken links also ends the search. */
const ATTEMPTS_PER_PAGE = 3;
/** Per concurrent request, while the next ones are requested. */
const MAX_QUEUED_PER_SLOT = 3;
const SITE_FAILURES = new Set<CaptureReason>(['timeout', 'unreachable', 'server_error']);

interface SiteSearch {
  /** Names the search to the threads; unique within the process. */
  number: number;
  outbound: Outbound;
  options: FindOptions;
  frontier: Frontier;
  throttle: RequestThrottle;
  signal: AbortSignal;
  site: URL;
  titles: Map<string, string | null>;
  texts: Set<string>;
  attempts: number;
  refusals: number;
  summary: FindSummary;
  failuresInARow: number;
  /** Serializes the calls of `onPage`. */
  calls: Promise<void>;
}

/**
 * Reads the start page, robots.txt and sitemaps, and follows links within the site; each page is reported once, at its
 * canonical address. Never throws because of the site: the summary tells why the search ended.
 */
export async function findPages(outbound: Outbound, startUrl: string, options: FindOptions): Promise<FindSummary> {
  const time = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([time, options.signal]) : time;
  const start = pageAddress(startUrl);
  const search = newSearch(outbound, options, signal, start ?? new URL('http://invalid'));
  const { summary } = search;
  try {
    if (start) await explore(search, start);
    else await report(search, { ...failed(startUrl, 0), reason: 'unreachable' });
  } catch (error) {
    if (!signal.aborted) throw error;
    summary.stopped = options.signal?.aborted ? 'aborted' : 'time';
  }
  await search.calls;
  summary.remaining = search.frontier.size;
  return summary;
}

let searches = 0;

const newSearch = (outbound: Outbound, options: FindOptions, signal: AbortSignal, site: URL): SiteSearch => ({
  number: ++searches,
  outbound,
  options,
  signal,
  site,
  frontier: createFrontier(),
  throttle: createRequestThrottle(options.pauseMs ?? PAUSE_MS),
  titles: new Map(),
  texts: new Set(),
  attempts: 0,
  refusals: 0,
  failuresInARow: 0,
  calls: Promise.resolve(),
  summary: { read: 0, failed: 0, duplicates: 0, listed: 0, remaining: 0, stopped: 'done' },
});

const failed = (url: string, depth: number) => ({ url, title: null, words: 0, depth, status: 'failed' as const });

async function explore(search: SiteSearch, start: URL): Promise<void> {
  const { frontier } = search;
  frontier.offer(start, 0);
  await visit(search, frontier.take()!);
  await offerSitemaps(search);
  await visitAll(search);
}

function visitAll(search: SiteSearch): Promise<void> {
  const { frontier, options } = search;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const concurrency = options.concurrency ?? CONCURRENCY;
  let inProgress = 0;
  let requests = 0;
  let failure: unknown;
  const canRequest = () =>
    failure === undefined &&
    requests < concurrency &&
    inProgress < concurrency * MAX_QUEUED_PER_SLOT &&
    canContinue(search, inProgress);
  const startNext = () => {
    for (let next = canRequest() && frontier.take(); next; next = canRequest() && frontier.take()) {
      inProgress++;
      requests++;
      void visit(search, next, () => {
        requests--;
        startNext();
      })
        .catch((error: unknown) => void (failure ??= error))
        .finally(() => {
          inProgress--;
          startNext();
        });
    }
    if (inProgress > 0) return;
    if (failure === undefined) resolve();
    else reject(failure as Error);
  };
  startNext();
  return promise;
}

function canContinue(search: SiteSearch, underWay: number): boolean {
  const { summary, options, frontier, failuresInARow, attempts } = search;
  const isFull = summary.read >= options.maxPages || attempts >= options.maxPages * ATTEMPTS_PER_PAGE + 50;
  if (failuresInARow >= MAX_FAILURES_IN_A_ROW) summary.stopped = 'site_failing';
  else if (isFull && frontier.size > 0) summary.stopped = 'max_pages';
  // Pages in progress may turn out to be duplicates, so pages are only started while all of them would fit the limit.
  return summary.stopped === 'done' && summary.read + underWay < options.maxPages;
}

async function offerSitemaps({
  outbound,
  site,
  frontier,
  options,
  throttle,
  signal,
  summary,
}: SiteSearch): Promise<void> {
  const robots = await robotsFor(outbound, site.href, signal).catch(() => null);
  signal.throwIfAborted();
  if (robots) throttle.slowDownTo(robots.crawlDelayMs);
  const limits = { maxPages: options.maxPages * 4 + 200, throttle, signal };
  const { pages } = await readSitemaps(outbound, site.origin, robots?.sitemaps ?? [], limits);
  for (const address of pages) {
    const url = pageAddress(address);
    if (!url || !isSameSite(url, site)) continue;
    summary.listed++;
    if (options.maxDepth > 0) frontier.offer(url, 1);
  }
}

async function visit(search: SiteSearch, candidate: CrawlCandidate, onRequested = () => {}): Promise<void> {
  const { url, depth } = candidate;
  try {
    const answer = await request(search, candidate).finally(onRequested);
    if (!answer) return;
    const { maxDepth, wantsText = false } = search.options;
    const links = depth < maxDepth ? search.number : 'none';
    await processPage(search, await readInThread(answer, { wantsText, evaluates: wantsText, links }), candidate);
    search.failuresInARow = 0;
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    search.failuresInARow = SITE_FAILURES.has(error.reason) ? search.failuresInARow + 1 : 0;
    await report(search, { ...failed(url.href, depth), reason: error.reason });
  }
}

/** Null when the page is known, or redirects to another site. */
async function request(search: SiteSearch, { url, key, depth }: CrawlCandidate): Promise<OutboundResponse | null> {
  const { outbound, options, throttle, signal, titles } = search;
  if (titles.has(key)) return null;
  await assertAllowed(outbound, url.href, signal);
  search.attempts++;
  const answer = await fetchPage(outbound, url.href, { signal, throttle, concurrency: options.concurrency });
  if (answer.url === url.href) {
    if (depth === 0) search.site = url;
    return answer;
  }
  const final = new URL(answer.url);
  if (depth === 0) search.site = final;
  else if (!isSameSite(final, search.site)) return null;
  await assertAllowed(outbound, final.href, signal);
  return answer;
}

async function processPage(search: SiteSearch, page: ParsedPage, candidate: CrawlCandidate): Promise<void> {
  const { frontier, site, options, summary, titles, texts } = search;
  const { depth } = candidate;
  for (const link of page.links) {
    const target = pageAddress(link);
    if (target && isSameSite(target, site)) frontier.offer(target, depth + 1);
    else await reportFile(search, link, depth + 1);
  }
  const address = isAtCanonical(page, candidate) ? candidate.url : canonicalAddress(search, page);
  const key = address === candidate.url ? candidate.key : pageKey(address);
  if (titles.has(key) || (page.words > 0 && texts.has(page.textHash))) return void summary.duplicates++;
  titles.set(key, page.title);
  texts.add(page.textHash);
  const { outbound, throttle, signal } = search;
  const isSuspect = depth > 0 && maySubstitute(page);
  const missing = isSuspect ? await missingPageOf(outbound, address.href, { throttle, signal }) : null;
  const reason = redirectReason(candidate.url.href, page.url) ?? unusableReason(page, missing);
  if (reason) return report(search, { ...failed(address.href, depth), reason });
  if (summary.read >= options.maxPages) return;
  const { title, siteName, words, language, versions } = page;
  const text = options.wantsText && isWhole(search, page, address, depth) && { page: { ...page, links: [] } };
  await report(search, {
    url: address.href,
    title,
    siteName,
    words,
    depth,
    status: 'read',
    language,
    versions,
    ...text,
  });
}

const isWhole = ({ site }: SiteSearch, page: ParsedPage, address: URL, depth: number): boolean =>
  page.url === address.href &&
  page.refresh === null &&
  !page.frames.some((frame) => isSameSite(new URL(frame), site)) &&
  (depth > 0 || !maySubstitute(page));

/** Not with `;` in the path: `pageAddress` removes one session id at a time, so the address may not be final. */
const isAtCanonical = ({ url, canonical }: ParsedPage, { url: { href } }: CrawlCandidate) =>
  url === href && (canonical === null || canonical === href) && !href.includes(';');

/** Some sites declare one page canonical everywhere: home counts only for itself, others only with equal titles. */
function canonicalAddress({ site, titles }: SiteSearch, page: ParsedPage): URL {
  const final = pageAddress(page.url) ?? new URL(page.url);
  const canonical = page.canonical ? pageAddress(page.canonical) : null;
  if (!canonical || !isSameSite(canonical, site)) return final;
  const key = pageKey(canonical);
  if (key === pageKey(new URL('/', site)) && key !== pageKey(final)) return final;
  if (titles.has(key) && titles.get(key) !== page.title) return final;
  // The canonical host or scheme may not respond, so the one that did is kept.
  if (canonical.host !== final.host) canonical.host = final.host;
  if (canonical.protocol !== final.protocol) canonical.protocol = final.protocol;
  return canonical;
}

/** A PDF or Word file, which is read when its owner keeps it. */
async function reportFile(search: SiteSearch, link: string, depth: number): Promise<void> {
  const { site, summary, options, titles } = search;
  const url = fileAddress(link);
  if (!url || !isSameSite(url, site) || titles.has(pageKey(url)) || summary.read >= options.maxPages) return;
  titles.set(pageKey(url), null);
  await report(search, { url: url.href, title: fileNameAt(url.href), words: 0, depth, status: 'read' });
}

async function report(search: SiteSearch, found: SitePage): Promise<void> {
  const { summary, options } = search;
  if (found.status === 'read') summary.read++;
  else summary.failed++;
  if (found.reason === 'robots' && ++search.refusals > MAX_REFUSALS_REPORTED) return;
  search.calls = search.calls.then(() => options.onPage(found));
  await search.calls;
}

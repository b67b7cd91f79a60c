import type { Outbound, OutboundResponse } from '../../outbound/outbound.ts';
import { CaptureError, type CaptureReason } from './capture-error.ts';
import { fetchPage } from './fetch-page.ts';
import { type Candidate, createFrontier, type Frontier } from './frontier.ts';
import { createPace, type Pace } from './pace.ts';
import { type CapturedPage, lackOf } from './capture-page.ts';
import { readApart } from './read-apart.ts';
import { assertAllowed } from './read-page.ts';
import { robotsFor } from './robots.ts';
import { readSitemaps } from './read-sitemaps.ts';
import { isSameSite, pageAddress, pageKey } from './site-address.ts';

export interface FoundPage {
  url: string;
  title: string | null;
  words: number;
  /** Links between the start and this page; 1 for what only the sitemap names. */
  depth: number;
  status: 'read' | 'failed';
  reason?: CaptureReason;
}

export interface FindOptions {
  /** Pages read at most. */
  maxPages: number;
  maxDepth: number;
  signal?: AbortSignal;
  /** Called for each page as it is found, one at a time; what it throws ends the search. */
  onPage: (found: FoundPage) => void | Promise<void>;
  /** Requests to the site at once. */
  concurrency?: number;
  /** For everything, in ms. */
  timeoutMs?: number;
  /** Between the starts of two requests, in ms; robots.txt may ask for more. */
  pauseMs?: number;
}

export interface FindSummary {
  read: number;
  failed: number;
  /** Addresses of pages that were already found under another one. */
  duplicates: number;
  /** Pages of the site that its sitemaps name. */
  listed: number;
  /** Addresses known and not read. */
  remaining: number;
  stopped: 'done' | 'max_pages' | 'time' | 'aborted' | 'site_failing';
}

const TIMEOUT_MS = 120_000;
const PAUSE_MS = 50;
const CONCURRENCY = 2;
/** A site that fails so often in a row is left alone. */
const MAX_FAILURES_IN_A_ROW = 8;
/** Of the pages that robots.txt keeps to itself, so many are told; the rest are counted. */
const MAX_REFUSALS_TOLD = 50;
/** A site of broken links ends the search as well as one of many pages. */
const ATTEMPTS_PER_PAGE = 3;
/** Pages that are read while the next are requested, for each request at once. */
const READ_MEANWHILE = 3;
const SITE_FAILURES = new Set<CaptureReason>(['timeout', 'unreachable', 'server_error']);

interface Search {
  /** Of this process, by which threads know it. */
  number: number;
  outbound: Outbound;
  options: FindOptions;
  frontier: Frontier;
  pace: Pace;
  signal: AbortSignal;
  site: URL;
  /** Titles of the pages told, by the key of their address. */
  titles: Map<string, string | null>;
  texts: Set<string>;
  attempts: number;
  refusals: number;
  summary: FindSummary;
  failuresInARow: number;
  /** The calls of onPage, one after the other. */
  calls: Promise<void>;
}

/**
 * Finds the pages of a site: reads the start page, its robots.txt and sitemaps, and follows the links within the site.
 * Each page is told once, by `onPage`, under its canonical address. Never throws for what a site does; the summary says
 * why the search ended.
 */
export async function findPages(outbound: Outbound, startUrl: string, options: FindOptions): Promise<FindSummary> {
  const time = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([time, options.signal]) : time;
  const start = pageAddress(startUrl);
  const search = newSearch(outbound, options, signal, start ?? new URL('http://invalid'));
  const { summary } = search;
  try {
    if (start) await explore(search, start);
    else await tell(search, { ...failed(startUrl, 0), reason: 'unreachable' });
  } catch (error) {
    if (!signal.aborted) throw error;
    summary.stopped = options.signal?.aborted ? 'aborted' : 'time';
  }
  await search.calls;
  summary.remaining = search.frontier.size;
  return summary;
}

let searches = 0;

const newSearch = (outbound: Outbound, options: FindOptions, signal: AbortSignal, site: URL): Search => ({
  number: ++searches,
  outbound,
  options,
  signal,
  site,
  frontier: createFrontier(),
  pace: createPace(options.pauseMs ?? PAUSE_MS),
  titles: new Map(),
  texts: new Set(),
  attempts: 0,
  refusals: 0,
  failuresInARow: 0,
  calls: Promise.resolve(),
  summary: { read: 0, failed: 0, duplicates: 0, listed: 0, remaining: 0, stopped: 'done' },
});

const failed = (url: string, depth: number) => ({ url, title: null, words: 0, depth, status: 'failed' as const });

async function explore(search: Search, start: URL): Promise<void> {
  const { frontier } = search;
  frontier.offer(start, 0);
  await visit(search, frontier.take()!);
  await offerSitemaps(search);
  await visitAll(search);
}

/** Visits what waits, and what is found on the way. A page is read while the next are requested. */
function visitAll(search: Search): Promise<void> {
  const { frontier, options } = search;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const atOnce = options.concurrency ?? CONCURRENCY;
  let underWay = 0;
  let requests = 0;
  let failure: unknown;
  const canRequest = () =>
    failure === undefined && requests < atOnce && underWay < atOnce * READ_MEANWHILE && canGoOn(search, underWay);
  const goOn = () => {
    for (let next = canRequest() && frontier.take(); next; next = canRequest() && frontier.take()) {
      underWay++;
      requests++;
      void visit(search, next, () => {
        requests--;
        goOn();
      })
        .catch((error: unknown) => void (failure ??= error))
        .finally(() => {
          underWay--;
          goOn();
        });
    }
    if (underWay > 0) return;
    if (failure === undefined) resolve();
    else reject(failure as Error);
  };
  goOn();
  return promise;
}

function canGoOn(search: Search, underWay: number): boolean {
  const { summary, options, frontier, failuresInARow, attempts } = search;
  const isFull = summary.read >= options.maxPages || attempts >= options.maxPages * ATTEMPTS_PER_PAGE + 50;
  if (failuresInARow >= MAX_FAILURES_IN_A_ROW) summary.stopped = 'site_failing';
  else if (isFull && frontier.size > 0) summary.stopped = 'max_pages';
  // Pages under way may turn out to be duplicates, so the last places are given one by one.
  return summary.stopped === 'done' && summary.read + underWay < options.maxPages;
}

async function offerSitemaps({ outbound, site, frontier, options, pace, signal, summary }: Search): Promise<void> {
  const robots = await robotsFor(outbound, site.href, signal).catch(() => null);
  signal.throwIfAborted();
  if (robots) pace.slowTo(robots.crawlDelayMs);
  const limits = { maxPages: options.maxPages * 4 + 200, pace, signal };
  const { pages } = await readSitemaps(outbound, site.origin, robots?.sitemaps ?? [], limits);
  for (const address of pages) {
    const url = pageAddress(address);
    if (!url || !isSameSite(url, site)) continue;
    summary.listed++;
    if (options.maxDepth > 0) frontier.offer(url, 1);
  }
}

/** Reads a page and takes it in; `requested` is called once its site is done with it. */
async function visit(search: Search, candidate: Candidate, requested = () => {}): Promise<void> {
  const { url, depth } = candidate;
  try {
    const answer = await request(search, candidate).finally(requested);
    if (!answer) return;
    const links = depth < search.options.maxDepth ? search.number : 'none';
    await takeIn(search, await readApart(answer, { wantsText: false, links }), candidate);
    search.failuresInARow = 0;
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    search.failuresInARow = SITE_FAILURES.has(error.reason) ? search.failuresInARow + 1 : 0;
    await tell(search, { ...failed(url.href, depth), reason: error.reason });
  }
}

/** Asks for a page that may be asked for; null when it is known by now, or led to another site. */
async function request(search: Search, { url, key, depth }: Candidate): Promise<OutboundResponse | null> {
  const { outbound, options, pace, signal, titles } = search;
  if (titles.has(key)) return null;
  await assertAllowed(outbound, url.href, signal);
  search.attempts++;
  const answer = await fetchPage(outbound, url.href, { signal, pace, atOnce: options.concurrency });
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

async function takeIn(search: Search, page: CapturedPage, candidate: Candidate): Promise<void> {
  const { frontier, site, options, summary, titles, texts } = search;
  const { depth } = candidate;
  for (const link of page.links) {
    const target = pageAddress(link);
    if (target && isSameSite(target, site)) frontier.offer(target, depth + 1);
  }
  const address = goesByItsOwn(page, candidate) ? candidate.url : addressOf(search, page);
  const key = address === candidate.url ? candidate.key : pageKey(address);
  if (titles.has(key) || (page.words > 0 && texts.has(page.textHash))) return void summary.duplicates++;
  titles.set(key, page.title);
  texts.add(page.textHash);
  const lack = lackOf(page);
  if (lack) return tell(search, { ...failed(address.href, depth), reason: lack });
  if (summary.read >= options.maxPages) return;
  const { title, words } = page;
  await tell(search, { url: address.href, title, words, depth, status: 'read' });
}

/**
 * Whether a page calls itself by the address that it was found at, as most do: there is nothing to weigh then. (Of a path
 * with several session numbers `pageAddress` takes off one at a time: the address is not its last yet.)
 */
const goesByItsOwn = ({ url, canonical }: CapturedPage, { url: { href } }: Candidate) =>
  url === href && (canonical === null || canonical === href) && !href.includes(';');

/**
 * The address that a page goes by: its canonical one, where that can be believed. Some sites name their home, or one
 * and the same page, on all pages: the home is believed of the home alone, another page only under the same title.
 */
function addressOf({ site, titles }: Search, page: CapturedPage): URL {
  const final = pageAddress(page.url) ?? new URL(page.url);
  const canonical = page.canonical ? pageAddress(page.canonical) : null;
  if (!canonical || !isSameSite(canonical, site)) return final;
  const key = pageKey(canonical);
  if (key === pageKey(new URL('/', site)) && key !== pageKey(final)) return final;
  if (titles.has(key) && titles.get(key) !== page.title) return final;
  // Other hosts and schemes of the site may not answer; the one that did is kept.
  if (canonical.host !== final.host) canonical.host = final.host;
  if (canonical.protocol !== final.protocol) canonical.protocol = final.protocol;
  return canonical;
}

async function tell(search: Search, found: FoundPage): Promise<void> {
  const { summary, options } = search;
  if (found.status === 'read') summary.read++;
  else summary.failed++;
  if (found.reason === 'robots' && ++search.refusals > MAX_REFUSALS_TOLD) return;
  search.calls = search.calls.then(() => options.onPage(found));
  await search.calls;
}

import { Parser } from 'htmlparser2';
import type { Outbound } from '../../outbound/outbound.ts';
import { unpackGzipFile } from '../../outbound/read-body.ts';
import { CaptureError, captureErrorOf, type CaptureReason } from './capture-error.ts';
import { inTurn } from './host-turns.ts';
import type { Pace } from './pace.ts';

const FILE_MAX_BYTES = 10 * 1024 * 1024;
const FILE_TIMEOUT_MS = 10_000;
const MAX_FILES = 25;
/** The places to look at when robots.txt names none. */
const USUAL_PLACES = ['/sitemap.xml', '/sitemap_index.xml'];

export interface SitemapText {
  pages: string[];
  sitemaps: string[];
}

export interface SitemapPages {
  pages: string[];
  /** Why some file, that was named or is all there is, could not be read. */
  failure: CaptureReason | null;
  /** There was more than may be read. */
  isCut: boolean;
}

class EndOfReading extends Error {}

/** Reads a sitemap, an index of sitemaps, or a plain list of addresses; what is broken is read up to there. */
export function readSitemap(text: string, maxPages: number): SitemapText {
  const found: SitemapText = { pages: [], sitemaps: [] };
  if (!text.trimStart().startsWith('<')) {
    const lines = text.split(/\s*[\r\n]+\s*/, maxPages);
    return { ...found, pages: lines.map((line) => line.trim()).filter((line) => /^https?:\/\//i.test(line)) };
  }
  const path: string[] = [];
  let value = '';
  const parser = new Parser(
    {
      onopentagname(name) {
        if (path.length > 20 || found.pages.length >= maxPages) throw new EndOfReading();
        path.push(name.toLowerCase());
        value = '';
      },
      ontext: (text) => void (value += path.at(-1) === 'loc' ? text : ''),
      onclosetag() {
        const [name, parent] = [path.pop(), path.at(-1)];
        if (name === 'loc' && parent === 'sitemap') found.sitemaps.push(value.trim());
        else if (name === 'loc' && parent === 'url') found.pages.push(value.trim());
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  try {
    parser.end(text);
  } catch (error) {
    if (!(error instanceof EndOfReading)) throw error;
  }
  return found;
}

/**
 * The page addresses in a site's sitemaps: those that robots.txt names, else those in the usual places; indexes are
 * followed, gzip files unpacked. A sitemap that cannot be read gives no page. Throws the reason of an abort alone.
 */
export async function readSitemaps(
  outbound: Outbound,
  origin: string,
  named: string[],
  { maxPages, pace, signal }: { maxPages: number; pace: Pace; signal?: AbortSignal },
): Promise<SitemapPages> {
  let failure: CaptureReason | null = null;
  let isCut = false;
  const pages: string[] = [];
  const waiting = named.length ? [...named] : USUAL_PLACES.map((place) => origin + place);
  const known = new Set<string>();
  while (waiting.length && known.size < MAX_FILES && pages.length < maxPages) {
    const url = waiting.shift()!;
    if (known.has(url)) continue;
    known.add(url);
    await pace.turn(signal);
    const text = await fetchSitemap(outbound, url, signal);
    if (typeof text !== 'string') {
      // That one of the usual places is empty says nothing.
      if (text.reason !== 'not_found' || named.length) failure ??= text.reason;
      continue;
    }
    const found = readSitemap(text, maxPages - pages.length);
    isCut ||= found.sitemaps.length > MAX_FILES;
    for (const page of found.pages) pages.push(page);
    waiting.push(...found.sitemaps.filter((sitemap) => URL.canParse(sitemap)).slice(0, MAX_FILES));
    // The second of the usual places is but another name for the first.
    if (!named.length && known.size === 1) waiting.splice(waiting.indexOf(origin + USUAL_PLACES[1]!), 1);
  }
  return { pages, failure, isCut: isCut || waiting.length > 0 || pages.length >= maxPages };
}

async function fetchSitemap(outbound: Outbound, url: string, signal?: AbortSignal): Promise<string | CaptureError> {
  try {
    const limits = { maxBytes: FILE_MAX_BYTES, timeoutMs: FILE_TIMEOUT_MS, signal };
    const answer = await inTurn(outbound, url, { signal }, () =>
      outbound.fetch(url, { ...limits, wantsBody: ({ status }) => status === 200 }),
    );
    if (answer.status !== 200)
      return new CaptureError(answer.status === 404 || answer.status === 410 ? 'not_found' : 'server_error', url);
    return (await unpackGzipFile(answer.body, FILE_MAX_BYTES))
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .replaceAll('\0', '');
  } catch (error) {
    signal?.throwIfAborted();
    const failure = captureErrorOf(error, url);
    if (failure instanceof CaptureError) return failure;
    throw failure;
  }
}

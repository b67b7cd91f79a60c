import { Parser } from 'htmlparser2';
import type { Outbound } from '../../server/outbound/outbound.ts';
import { unpackGzipFile } from '../../server/outbound/read-body.ts';
import { CaptureError, captureErrorOf, type CaptureReason } from './capture-error.ts';
import { withinHostLimit } from './host-limit.ts';
import type { RequestThrottle } from './request-throttle.ts';

const FILE_MAX_BYTES = 10 * 1024 * 1024;
const FILE_TIMEOUT_MS = 10_000;
const MAX_FILES = 25;
const DEFAULT_PATHS = ['/sitemap.xml', '/sitemap_index.xml'];

interface ParsedSitemap {
  pages: string[];
  sitemaps: string[];
}

export interface SitemapPages {
  pages: string[];
  /** Null when all could be read, or only a guessed location was missing. */
  failure: CaptureReason | null;
  isTruncated: boolean;
}

class StopParsing extends Error {}

/** A sitemap, an index or a plain list. Returns what precedes an error in broken files. */
function readSitemap(text: string, maxPages: number): ParsedSitemap {
  const found: ParsedSitemap = { pages: [], sitemaps: [] };
  if (!text.trimStart().startsWith('<')) {
    const lines = text.split(/\s*[\r\n]+\s*/, maxPages);
    return { ...found, pages: lines.map((line) => line.trim()).filter((line) => /^https?:\/\//i.test(line)) };
  }
  const path: string[] = [];
  let value = '';
  const parser = new Parser(
    {
      onopentagname(name) {
        if (path.length > 20 || found.pages.length >= maxPages) throw new StopParsing();
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
    if (!(error instanceof StopParsing)) throw error;
  }
  return found;
}

/**
 * Without `named`, at the usual places. A sitemap that cannot be read sets `failure`. Throws only an abort's reason.
 */
export async function readSitemaps(
  outbound: Outbound,
  origin: string,
  named: string[],
  { maxPages, throttle, signal }: { maxPages: number; throttle: RequestThrottle; signal?: AbortSignal },
): Promise<SitemapPages> {
  let failure: CaptureReason | null = null;
  let isCut = false;
  const pages: string[] = [];
  const waiting = named.length ? [...named] : DEFAULT_PATHS.map((path) => origin + path);
  const known = new Set<string>();
  while (waiting.length && known.size < MAX_FILES && pages.length < maxPages) {
    const url = waiting.shift()!;
    if (known.has(url)) continue;
    known.add(url);
    await throttle.wait(signal);
    const text = await fetchSitemap(outbound, url, signal);
    if (typeof text !== 'string') {
      // A missing file at a guessed location is not a failure.
      if (text.reason !== 'not_found' || named.length) failure ??= text.reason;
      continue;
    }
    const found = readSitemap(text, maxPages - pages.length);
    isCut ||= found.sitemaps.length > MAX_FILES;
    for (const page of found.pages) pages.push(page);
    waiting.push(...found.sitemaps.filter((sitemap) => URL.canParse(sitemap)).slice(0, MAX_FILES));
    // Skips the second guessed location when the first one exists.
    if (!named.length && known.size === 1) waiting.splice(waiting.indexOf(origin + DEFAULT_PATHS[1]!), 1);
  }
  return { pages, failure, isTruncated: isCut || waiting.length > 0 || pages.length >= maxPages };
}

async function fetchSitemap(outbound: Outbound, url: string, signal?: AbortSignal): Promise<string | CaptureError> {
  try {
    const limits = { maxBytes: FILE_MAX_BYTES, timeoutMs: FILE_TIMEOUT_MS, signal };
    const answer = await withinHostLimit(outbound, url, { signal }, () =>
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

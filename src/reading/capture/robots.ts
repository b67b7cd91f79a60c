import robotsParserModule from 'robots-parser';
import type { Outbound } from '../../server/outbound/outbound.ts';
import { CaptureError, captureErrorOf } from './capture-error.ts';
import { withinHostLimit } from './host-limit.ts';

/** The rules of one origin's robots.txt for our user agent. */
interface Robots {
  isAllowed(url: string): boolean;
  crawlDelayMs: number;
  sitemaps: string[];
}

interface ParsedRobots {
  isAllowed(url: string, agent?: string): boolean | undefined;
  getCrawlDelay(agent?: string): number | undefined;
  getSitemaps(): string[];
}
// The package's types declare an ES module, but Node loads CommonJS.
const parseRobots = robotsParserModule as unknown as (url: string, text: string) => ParsedRobots;

const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 8_000;
const CACHE_MS = 10 * 60_000;
const MAX_CACHED = 500;
/** With a longer delay, no capture would finish. */
const MAX_DELAY_MS = 5_000;
/** More would only slow the matcher down. */
const MAX_LINE = 500;
const MAX_WILDCARDS = 8;

const known = new WeakMap<Outbound, Map<string, { at: number; robots: Robots }>>();

const isReasonable = (line: string) => line.length <= MAX_LINE && (line.match(/\*/g)?.length ?? 0) <= MAX_WILDCARDS;

function readRobots(origin: string, text: string, userAgent: string): Robots {
  const parsed = parseRobots(
    `${origin}/robots.txt`,
    text
      .split(/\r\n|\r|\n/)
      .filter(isReasonable)
      .join('\n'),
  );
  const delay = parsed.getCrawlDelay(userAgent) ?? 0;
  return {
    isAllowed: (url) => parsed.isAllowed(url, userAgent) ?? true,
    crawlDelayMs: Math.min(Math.max(delay * 1_000, 0), MAX_DELAY_MS),
    sitemaps: parsed
      .getSitemaps()
      .filter((url) => URL.canParse(url, origin))
      .map((url) => new URL(url, origin).href),
  };
}

async function fetchRobots(outbound: Outbound, origin: string, signal?: AbortSignal): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal };
  const fetching = withinHostLimit(outbound, url, { signal }, () => outbound.fetch(url, limits));
  const answer = await fetching.catch((error: unknown) => {
    const failure = captureErrorOf(error, url);
    // A robots.txt above the size limit is treated as missing.
    if (failure instanceof CaptureError && failure.reason === 'too_large')
      return { status: 404, body: Buffer.alloc(0) };
    throw failure;
  });
  // RFC 9309, 2.3.1: a missing file allows everything, but after a server error the rules are unknown.
  if (answer.status >= 500) throw new CaptureError('server_error', `${url}: ${answer.status}`);
  const text = answer.status < 300 ? answer.body.toString('utf8') : '';
  return readRobots(origin, text.replace(/^\uFEFF/, ''), outbound.userAgent);
}

/** Cached for ten minutes. Throws CaptureError when robots.txt cannot be read, or the reason of an abort. */
export async function robotsFor(outbound: Outbound, url: string, signal?: AbortSignal): Promise<Robots> {
  const { origin } = new URL(url);
  const origins = known.get(outbound) ?? new Map<string, { at: number; robots: Robots }>();
  known.set(outbound, origins);
  const cached = origins.get(origin);
  if (cached && performance.now() - cached.at < CACHE_MS) return cached.robots;
  const robots = await fetchRobots(outbound, origin, signal);
  origins.delete(origin);
  origins.set(origin, { at: performance.now(), robots });
  if (origins.size > MAX_CACHED) origins.delete(origins.keys().next().value!);
  return robots;
}

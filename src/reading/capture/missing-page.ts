import { randomUUID } from 'node:crypto';
import type { Outbound } from '../../server/outbound/outbound.ts';
import { CaptureError } from './capture-error.ts';
import { fetchPage, type PageRequest } from './fetch-page.ts';
import { readInThread } from './read-in-thread.ts';

const CACHE_MS = 10 * 60_000;
const MAX_CACHED = 500;

const known = new WeakMap<Outbound, Map<string, { at: number; shape: Promise<string | null> }>>();

/** Cached for ten minutes; null when the site sends an error, as it should, or cannot be asked. */
export function missingPageOf(outbound: Outbound, url: string, request: PageRequest = {}): Promise<string | null> {
  const { origin } = new URL(url);
  const sites = known.get(outbound) ?? new Map<string, { at: number; shape: Promise<string | null> }>();
  known.set(outbound, sites);
  const cached = sites.get(origin);
  if (cached && performance.now() - cached.at < CACHE_MS) return cached.shape;
  const shape = ask(outbound, `${origin}/${randomUUID()}`, request);
  // An aborted request says nothing about the site.
  shape.catch(() => sites.delete(origin));
  sites.delete(origin);
  sites.set(origin, { at: performance.now(), shape });
  if (sites.size > MAX_CACHED) sites.delete(sites.keys().next().value!);
  return shape;
}

async function ask(outbound: Outbound, url: string, request: PageRequest): Promise<string | null> {
  try {
    const { etag: _etag, lastModified: _lastModified, ...rest } = request;
    const answer = await fetchPage(outbound, url, rest);
    // A redirect is recognised by itself.
    if (answer.url !== url) return null;
    return (await readInThread(answer, { wantsText: false, links: 'none' })).shape;
  } catch (error) {
    if (error instanceof CaptureError) return null;
    throw error;
  }
}

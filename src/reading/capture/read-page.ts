import { hash } from 'node:crypto';
import type { Outbound, OutboundResponse } from '../../server/outbound/outbound.ts';
import { isLinkedFile, readLinkedFile } from '../read-linked-file.ts';
import { CaptureError } from './capture-error.ts';
import type { ParsedPage } from './capture-page.ts';
import { fetchPage, type PageRequest } from './fetch-page.ts';
import { maySubstitute, redirectReason, unusableReason } from './judge-page.ts';
import { missingPageOf } from './missing-page.ts';
import { readInThread } from './read-in-thread.ts';
import { robotsFor } from './robots.ts';
import { isSameSite } from './site-address.ts';

interface ReadRequest extends PageRequest {
  evaluates?: boolean;
  chosen?: readonly string[];
  owner?: string;
}

const MAX_REFRESHES = 2;

/**
 * With the text of frames from the same site; follows a page that only sends its readers on; also reads files. Null if
 * unmodified by `etag` or `lastModified`. Throws CaptureError, ExtractError for a file, or the reason of an abort.
 */
export function readPage(
  outbound: Outbound,
  url: string,
  request?: ReadRequest & { etag?: undefined; lastModified?: undefined },
): Promise<ParsedPage>;
export function readPage(outbound: Outbound, url: string, request: ReadRequest): Promise<ParsedPage | null>;
export async function readPage(outbound: Outbound, url: string, request: ReadRequest = {}): Promise<ParsedPage | null> {
  let answer = await fetchAllowed(outbound, url, { ...request, acceptsFiles: true });
  if (answer.status === 304) return null;
  if (isLinkedFile(answer))
    return readLinkedFile(answer, { signal: request.signal, chosen: request.chosen, owner: request.owner });
  const { evaluates, chosen } = request;
  let page = await readInThread(answer, { evaluates, chosen });
  for (let count = 0; page.refresh && page.refresh !== answer.url && count < MAX_REFRESHES; count++) {
    answer = await fetchAllowed(outbound, page.refresh, withoutValidators(request));
    page = await readInThread(answer, { evaluates, chosen });
  }
  const missing = maySubstitute(page) ? await missingPageOf(outbound, answer.url, request) : null;
  const reason = unusableReason(page, missing);
  // The text of a page may be only that of its frames.
  const whole = reason === null || reason === 'empty' ? await addFrames(outbound, page, request) : page;
  if (reason && (reason !== 'empty' || whole.words === 0)) throw new CaptureError(reason, url, { seo: page.seo });
  return whole;
}

async function fetchAllowed(outbound: Outbound, url: string, request: PageRequest): Promise<OutboundResponse> {
  await assertAllowed(outbound, url, request.signal);
  const answer = await fetchPage(outbound, url, request);
  if (answer.url !== url) await assertAllowed(outbound, answer.url, request.signal);
  const moved = redirectReason(url, answer.url);
  if (moved) throw new CaptureError(moved, url);
  return answer;
}

const withoutValidators = ({ etag: _etag, lastModified: _lastModified, ...request }: ReadRequest) => request;

/** From the same site. A frame that cannot be read is left out. */
async function addFrames(outbound: Outbound, page: ParsedPage, request: ReadRequest): Promise<ParsedPage> {
  const site = new URL(page.url);
  const own = page.frames.filter((frame) => isSameSite(new URL(frame), site));
  let read = page;
  for (const frame of own) {
    try {
      const answer = await fetchAllowed(outbound, frame, withoutValidators(request));
      const { document, words, textHash } = await readInThread(answer, { links: 'none', chosen: request.chosen });
      const blocks = [...read.document.blocks, ...document.blocks];
      const leftOut = [...(read.document.leftOut ?? []), ...(document.leftOut ?? [])];
      read = {
        ...read,
        document: { ...read.document, blocks, leftOut },
        words: read.words + words,
        textHash: hash('sha256', read.textHash + textHash),
      };
    } catch (error) {
      if (!(error instanceof CaptureError)) throw error;
    }
  }
  return read;
}

/** Throws CaptureError `robots` when the site's robots.txt forbids `url`, `unreachable` when the address is invalid. */
export async function assertAllowed(outbound: Outbound, url: string, signal?: AbortSignal): Promise<void> {
  if (!URL.canParse(url)) throw new CaptureError('unreachable', url);
  const robots = await robotsFor(outbound, url, signal);
  if (!robots.isAllowed(url)) throw new CaptureError('robots', url);
}

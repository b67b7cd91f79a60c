import { setTimeout as sleep } from 'node:timers/promises';
import type { Outbound, OutboundHead, OutboundResponse } from '../../server/outbound/outbound.ts';
import { OutboundError } from '../../server/outbound/outbound-error.ts';
import { retryAfterMs } from '../../server/outbound/retry-after.ts';
import { FILE_MAX_BYTES } from '../../shared/constants.ts';
import { isLinkedFile } from '../read-linked-file.ts';
import { CaptureError, captureErrorOf, type CaptureReason } from './capture-error.ts';
import { withinHostLimit } from './host-limit.ts';
import { createRequestThrottle, type RequestThrottle } from './request-throttle.ts';

const PAGE_MAX_BYTES = 6 * 1024 * 1024;
const PAGE_TIMEOUT_MS = 10_000;
/** A longer `Retry-After` ends the attempts. */
const MAX_WAIT_MS = 60_000;
/** On a busy site, and after another failure that may pass. */
const MAX_ATTEMPTS = 3;
const MAX_ATTEMPTS_FAILING = 2;
const RETRY_MS = 500;
/** The server closed the connection: unlike a host that cannot be found, that may pass at once. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;

export interface PageRequest {
  signal?: AbortSignal;
  etag?: string;
  lastModified?: string;
  throttle?: RequestThrottle;
  timeoutMs?: number;
  acceptsFiles?: boolean;
  /** Requests to the host at once, by anyone; 2 by default. */
  concurrency?: number;
}

function reasonOf(status: number): CaptureReason {
  if (status === 404 || status === 410) return 'not_found';
  if (status === 429 || status >= 500) return 'server_error';
  return 'forbidden';
}

const isReadable = (head: OutboundHead, { acceptsFiles }: PageRequest) =>
  head.status < 300 &&
  (HTML.test(head.headers['content-type'] ?? 'text/html') || (acceptsFiles === true && isLinkedFile(head)));

const isClosed = (error: unknown) =>
  error instanceof OutboundError && CLOSED.has((error.cause as NodeJS.ErrnoException | undefined)?.code ?? '');

/**
 * Once more after a server error or closed connection, twice on 429 and 503. Returns 200 or 304; throws CaptureError.
 */
export async function fetchPage(outbound: Outbound, url: string, request: PageRequest): Promise<OutboundResponse> {
  const throttle = request.throttle ?? createRequestThrottle(0);
  for (let attempt = 1; ; attempt++) {
    await throttle.wait(request.signal);
    const response = await sendRequest(outbound, url, request).catch((error: unknown) => {
      if (attempt < MAX_ATTEMPTS_FAILING && isClosed(error)) return null;
      throw captureErrorOf(error, url);
    });
    if (response?.status === 304) return response;
    if (response && response.status < 300) {
      if (!isReadable(response, request))
        throw new CaptureError('not_html', `${url}: ${response.headers['content-type']}`);
      return response;
    }
    const isBusy = response?.status === 429 || response?.status === 503;
    const waitMs = (response && retryAfterMs(response.headers['retry-after'])) ?? attempt * (isBusy ? 1_000 : RETRY_MS);
    if (isBusy) throttle.pauseFor(Math.min(waitMs, MAX_WAIT_MS));
    const mayPass = isBusy || !response || response.status >= 500;
    const isLast = attempt >= (isBusy ? MAX_ATTEMPTS : MAX_ATTEMPTS_FAILING) || waitMs > MAX_WAIT_MS;
    if (response && (!mayPass || isLast))
      throw new CaptureError(reasonOf(response.status), `${url}: ${response.status}`);
    if (!isBusy) await sleep(waitMs, undefined, { signal: request.signal });
  }
}

function sendRequest(outbound: Outbound, url: string, request: PageRequest): Promise<OutboundResponse> {
  const headers: Record<string, string> = {
    accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
    'accept-language': 'pt-BR,pt;q=0.9,en;q=0.5',
  };
  if (request.etag) headers['if-none-match'] = request.etag;
  if (request.lastModified) headers['if-modified-since'] = request.lastModified;
  const maxBytes = request.acceptsFiles ? FILE_MAX_BYTES : PAGE_MAX_BYTES;
  const limits = { maxBytes, timeoutMs: request.timeoutMs ?? PAGE_TIMEOUT_MS };
  return withinHostLimit(outbound, url, request, () =>
    outbound.fetch(url, { headers, signal: request.signal, wantsBody: (head) => isReadable(head, request), ...limits }),
  );
}

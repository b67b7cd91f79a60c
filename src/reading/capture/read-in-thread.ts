import { availableParallelism } from 'node:os';
import type { OutboundResponse } from '../../server/outbound/outbound.ts';
import { openThreadPool, ThreadStopped } from '../threads/thread-pool.ts';
import { CaptureError } from './capture-error.ts';
import type { ParsedPage } from './capture-page.ts';

export interface ParseRequest {
  answer: Omit<OutboundResponse, 'body'>;
  evaluates: boolean;
  wantsText: boolean;
  links: WantedLinks;
  chosen: readonly string[];
  length: number;
}

/** Bodies are concatenated. */
export interface PageBatch {
  requests: ParseRequest[];
  bodies: Uint8Array;
  /** In shared memory: tells which page the thread failed on. */
  parsed: Int32Array;
}

/** By number: only those that are new within that search. */
type WantedLinks = 'all' | 'none' | number;
export type ParseResponse = { page: ParsedPage } | { failure: string };

interface QueuedPage {
  request: ParseRequest;
  body: Buffer;
  resolve: (page: ParsedPage) => void;
  reject: (error: Error) => void;
}

const THREADS_MAX = Math.min(2, availableParallelism());
/** One thread parses faster than pages arrive; a second one starts when others wait longer than this for a batch. */
const SLOW_MS = 1_000;
/** A message costs as much as parsing a small page. */
const BATCH_BYTES = 128 * 1024;
/** The only headers needed for a page without SEO checks. */
const HEADERS = ['content-type', 'content-language', 'x-robots-tag', 'etag', 'last-modified'];

const runInThread = openThreadPool({
  file: new URL('./page-thread.ts', import.meta.url),
  threads: THREADS_MAX,
  // A regular page needs less than a hundredth of this; only malicious markup takes longer.
  timeMaxMs: 20_000,
  // Space for the trees of several pages, which are short-lived.
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 48 },
  // Keeps the server's secrets out of the thread.
  env: {},
});

let waiting: QueuedPage[] = [];
const sentAt = new Set<{ ms: number }>();

let sending: NodeJS.Immediate | undefined;

/** Unless a thread is busy with a batch that is not slow. */
function sendWaiting(): void {
  sending = undefined;
  const isBusy = () => [...sentAt].some(({ ms }) => performance.now() - ms < SLOW_MS);
  while (waiting.length > 0 && sentAt.size < THREADS_MAX && !isBusy()) void parse(takeBatch());
}

function takeBatch(): QueuedPage[] {
  let bytes = 0;
  let count = 0;
  while (count < waiting.length && (count === 0 || bytes + waiting[count]!.body.length <= BATCH_BYTES))
    bytes += waiting[count++]!.body.length;
  return waiting.splice(0, count);
}

async function parse(batch: QueuedPage[]): Promise<void> {
  const sent = { ms: performance.now() };
  sentAt.add(sent);
  // A copy, because the buffer is moved: a body may be a view on memory shared with others.
  const bodies = Buffer.allocUnsafeSlow(batch.reduce((sum, { body }) => sum + body.length, 0));
  let end = 0;
  for (const { body } of batch) {
    bodies.set(body, end);
    end += body.length;
  }
  const parsed = new Int32Array(new SharedArrayBuffer(4));
  const message: PageBatch = { requests: batch.map(({ request }) => request), bodies, parsed };
  try {
    const responses = await runInThread<ParseResponse[]>('parsePages', { parts: [[message, [bodies.buffer]]] });
    for (const [at, response] of responses.entries()) {
      if ('page' in response) batch[at]!.resolve(response.page);
      else batch[at]!.reject(new Error(response.failure));
    }
  } catch (error) {
    // The page that was being parsed fails; the others go to another thread. A thread may also fail after all pages: one
    // is rejected nevertheless, so that trying again comes to an end.
    const [failed] = batch.splice(Math.min(parsed[0]!, batch.length - 1), 1);
    const url = failed!.request.answer.url;
    failed!.reject(error instanceof ThreadStopped ? new CaptureError(error.reason, url) : (error as Error));
    waiting = [...batch, ...waiting];
  } finally {
    sentAt.delete(sent);
    sendWaiting();
  }
}

function neededHeaders(headers: Record<string, string>): Record<string, string> {
  const usedHeaders: Record<string, string> = {};
  for (const name of HEADERS) if (headers[name] !== undefined) usedHeaders[name] = headers[name];
  return usedHeaders;
}

/** So that no page blocks the event loop. Throws `CaptureError` `timeout`, `too_large` (out of memory). */
export function readInThread(
  { url, status, headers, redirects, body }: OutboundResponse,
  { evaluates = false, wantsText = true, links = 'all' as WantedLinks, chosen = [] as readonly string[] } = {},
): Promise<ParsedPage> {
  const answer = { url, status, headers: evaluates ? headers : neededHeaders(headers), redirects };
  const request = { answer, evaluates, wantsText, links, chosen, length: body.length };
  return new Promise((resolve, reject) => {
    waiting.push({ request, body, resolve, reject });
    // Pages that arrive in one turn form a batch.
    sending ??= setImmediate(sendWaiting);
  });
}

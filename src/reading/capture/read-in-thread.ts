import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { OutboundResponse } from '../../server/outbound/outbound.ts';
import { CaptureError, type CaptureReason } from './capture-error.ts';
import type { ParsedPage } from './capture-page.ts';

/** A page for the thread to parse. */
export interface ParseRequest {
  answer: Omit<OutboundResponse, 'body'>;
  evaluates: boolean;
  wantsText: boolean;
  links: WantedLinks;
  /** Length of its body within `bodies` of the batch, in bytes. */
  length: number;
}

/** Pages sent in one message, with their bodies concatenated. */
export interface PageBatch {
  requests: ParseRequest[];
  bodies: Uint8Array;
}

/** All links of a page, none, or only those that are new within a search, given by its number. */
type WantedLinks = 'all' | 'none' | number;
export type ParseResponse = { page: ParsedPage } | { failure: string };

interface QueuedPage {
  request: ParseRequest;
  body: Buffer;
  resolve: (page: ParsedPage) => void;
  reject: (error: Error) => void;
}

interface ParserThread {
  worker: Worker;
  /** Pages sent or waiting, in the order in which the thread parses them. */
  queue: QueuedPage[];
  /** The last pages of `queue`, which were not sent yet. */
  unsent: QueuedPage[];
  /** Batches that were sent and not answered. */
  batchesSent: number;
  /** When parsing of the first page began, as performance.now(). */
  since: number;
  /** Number of pages that the thread has parsed (shared memory), and of those that it has returned. */
  parsed: Int32Array;
  returned: number;
  /** Timeout of the current page or of idleness. */
  timer?: NodeJS.Timeout;
  isIdle: boolean;
}

const THREADS_MAX = Math.min(2, availableParallelism());
/**
 * One thread parses faster than pages arrive; a second one would only add start-up time and compete with the server for
 * CPU. It starts when others wait for a page that takes longer than this.
 */
const SLOW_MS = 100;
/** The same limit for a thread's first page, which includes its start-up. */
const STARTING_MS = 1_000;
/** A regular page needs less than a hundredth of this; only malicious markup takes longer. */
const TIME_MAX_MS = 20_000;
const HEAP_MAX_MB = 256;
/** Space for the trees of several pages, which are short-lived. */
const YOUNG_MB = 48;
/** Time after which an idle thread is stopped. */
const IDLE_MS = 30_000;
/** Maximum size of a batch: sending a message costs as much as parsing a small page. */
const BATCH_BYTES = 128 * 1024;
/** Batches sent ahead, so that the thread never waits. Later pages wait and form larger batches. */
const MAX_BATCHES_SENT = 2;
/** The only headers needed for a page without SEO checks. */
const HEADERS = ['content-type', 'content-language', 'x-robots-tag', 'etag', 'last-modified'];

const threads: ParserThread[] = [];

function startThread(): ParserThread {
  const parsed = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./page-thread.ts', import.meta.url), {
    // Keeps the server's secrets out of the thread.
    env: {},
    execArgv: [],
    workerData: parsed,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const thread: ParserThread = {
    worker,
    queue: [],
    unsent: [],
    batchesSent: 0,
    since: 0,
    parsed,
    returned: 0,
    isIdle: true,
  };
  worker.on('message', (answers: ParseResponse[]) => {
    const done = thread.queue.splice(0, answers.length);
    thread.batchesSent--;
    thread.returned += answers.length;
    watch(thread);
    sendUnsent(thread);
    for (const [at, answer] of answers.entries())
      if ('page' in answer) done[at]?.resolve(answer.page);
      else done[at]?.reject(new Error(answer.failure));
  });
  worker.on('error', (error: NodeJS.ErrnoException) =>
    stopThread(thread, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : error),
  );
  worker.on('exit', () => stopThread(thread, new Error('A reading thread ended')));
  threads.push(thread);
  return thread;
}

/** Restarts the timeout of the current page or of idleness. */
function watch(thread: ParserThread): void {
  thread.since = performance.now();
  const isIdle = thread.queue.length === 0;
  if (thread.timer && thread.isIdle === isIdle) return void thread.timer.refresh();
  clearTimeout(thread.timer);
  thread.isIdle = isIdle;
  if (isIdle) thread.worker.unref();
  else thread.worker.ref();
  thread.timer = setTimeout(() => stopThread(thread, 'timeout'), isIdle ? IDLE_MS : TIME_MAX_MS);
  if (isIdle) thread.timer.unref();
}

/** Stops a thread. The page it was parsing fails; the others are moved to another thread. */
function stopThread(thread: ParserThread, why: CaptureReason | Error): void {
  if (!threads.includes(thread)) return;
  threads.splice(threads.indexOf(thread), 1);
  clearTimeout(thread.timer);
  void thread.worker.terminate();
  thread.unsent = [];
  const others = thread.queue.splice(0);
  // A thread may fail after parsing all pages. One of them is rejected nevertheless, so that retrying comes to an end.
  const nextUnread = Math.min(Atomics.load(thread.parsed, 0) - thread.returned, others.length - 1);
  const [failed] = others.splice(nextUnread, 1);
  failed?.reject(why instanceof Error ? why : new CaptureError(why, failed.request.answer.url));
  others.forEach(enqueue);
}

const isSlow = ({ queue, since, returned }: ParserThread) =>
  queue.length > 0 && performance.now() - since > (returned > 0 ? SLOW_MS : STARTING_MS);

/** Returns the first thread that is not slow, a new one, or the one with the shortest queue. */
function chooseThread(): ParserThread {
  const available = threads.find((thread) => !isSlow(thread));
  if (available) return available;
  if (threads.length < THREADS_MAX) return startThread();
  return threads.reduce((calmest, thread) => (thread.queue.length < calmest.queue.length ? thread : calmest));
}

function enqueue(waiting: QueuedPage): void {
  const thread = chooseThread();
  thread.queue.push(waiting);
  if (thread.queue.length === 1) watch(thread);
  if (thread.unsent.push(waiting) === 1) setImmediate(() => sendUnsent(thread));
}

function sendUnsent(thread: ParserThread): void {
  while (thread.unsent.length > 0 && thread.batchesSent < MAX_BATCHES_SENT) send(thread, takeBatch(thread.unsent));
}

/** Removes the next batch from the unsent pages. */
function takeBatch(unsent: QueuedPage[]): QueuedPage[] {
  let bytes = 0;
  let count = 0;
  while (count < unsent.length && (count === 0 || bytes + unsent[count]!.body.length <= BATCH_BYTES))
    bytes += unsent[count++]!.body.length;
  return unsent.splice(0, count);
}

function send(thread: ParserThread, batch: QueuedPage[]): void {
  // Copies the bodies, because the buffer is transferred: a body may be a view on memory shared with others.
  const bodies = Buffer.allocUnsafeSlow(batch.reduce((sum, { body }) => sum + body.length, 0));
  let end = 0;
  for (const { body } of batch) {
    bodies.set(body, end);
    end += body.length;
  }
  thread.batchesSent++;
  thread.worker.postMessage({ requests: batch.map(({ request }) => request), bodies } satisfies PageBatch, [
    bodies.buffer,
  ]);
}

function neededHeaders(headers: Record<string, string>): Record<string, string> {
  const usedHeaders: Record<string, string> = {};
  for (const name of HEADERS) if (headers[name] !== undefined) usedHeaders[name] = headers[name];
  return usedHeaders;
}

/**
 * Parses an HTTP response into a captured page in a thread, so that no page blocks the event loop. Without `wantsText`,
 * the document has no blocks.
 * Throws `CaptureError` `timeout`, `too_large` (out of memory).
 */
export function readInThread(
  { url, status, headers, redirects, body }: OutboundResponse,
  { evaluates = false, wantsText = true, links = 'all' as WantedLinks } = {},
): Promise<ParsedPage> {
  const answer = { url, status, headers: evaluates ? headers : neededHeaders(headers), redirects };
  const request = { answer, evaluates, wantsText, links, length: body.length };
  return new Promise((resolve, reject) => enqueue({ request, body, resolve, reject }));
}

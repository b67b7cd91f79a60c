import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { OutboundResponse } from '../../outbound/outbound.ts';
import { CaptureError, type CaptureReason } from './capture-error.ts';
import type { CapturedPage } from './capture-page.ts';

/** A page for the thread to parse. */
export interface ReadOrder {
  answer: Omit<OutboundResponse, 'body'>;
  evaluates: boolean;
  wantsText: boolean;
  links: WantedLinks;
  /** Length of its body within `bodies` of the batch, in bytes. */
  length: number;
}

/** Pages sent in one message, with their bodies concatenated. */
export interface Parcel {
  orders: ReadOrder[];
  bodies: Uint8Array;
}

/** All links of a page, none, or only those that are new within a search, given by its number. */
export type WantedLinks = 'all' | 'none' | number;
export type ReadAnswer = { page: CapturedPage } | { failure: string };

interface Waiting {
  order: ReadOrder;
  body: Buffer;
  resolve: (page: CapturedPage) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  /** Pages sent or waiting, in the order in which the thread parses them. */
  queue: Waiting[];
  /** The last pages of `queue`, which were not sent yet. */
  unsent: Waiting[];
  /** Batches that were sent and not answered. */
  parcels: number;
  /** When parsing of the first page began, as performance.now(). */
  since: number;
  /** Number of pages that the thread has parsed (shared memory), and of those that it has returned. */
  finished: Int32Array;
  answered: number;
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
const PARCEL_BYTES = 128 * 1024;
/** Batches sent ahead, so that the thread never waits. Later pages wait and form larger batches. */
const PARCELS_AHEAD = 2;
/** The only headers needed for a page without SEO checks. */
const HEADERS = ['content-type', 'content-language', 'x-robots-tag', 'etag', 'last-modified'];

const threads: Thread[] = [];

function startThread(): Thread {
  const finished = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./page-thread.ts', import.meta.url), {
    // Keeps the server's secrets out of the thread.
    env: {},
    execArgv: [],
    workerData: finished,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const thread: Thread = { worker, queue: [], unsent: [], parcels: 0, since: 0, finished, answered: 0, isIdle: true };
  worker.on('message', (answers: ReadAnswer[]) => {
    const done = thread.queue.splice(0, answers.length);
    thread.parcels--;
    thread.answered += answers.length;
    watch(thread);
    sendAll(thread);
    for (const [at, answer] of answers.entries())
      if ('page' in answer) done[at]?.resolve(answer.page);
      else done[at]?.reject(new Error(answer.failure));
  });
  worker.on('error', (error: NodeJS.ErrnoException) =>
    give(thread, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : error),
  );
  worker.on('exit', () => give(thread, new Error('A reading thread ended')));
  threads.push(thread);
  return thread;
}

/** Restarts the timeout of the current page or of idleness. */
function watch(thread: Thread): void {
  thread.since = performance.now();
  const isIdle = thread.queue.length === 0;
  if (thread.timer && thread.isIdle === isIdle) return void thread.timer.refresh();
  clearTimeout(thread.timer);
  thread.isIdle = isIdle;
  if (isIdle) thread.worker.unref();
  else thread.worker.ref();
  thread.timer = setTimeout(() => give(thread, 'timeout'), isIdle ? IDLE_MS : TIME_MAX_MS);
  if (isIdle) thread.timer.unref();
}

/** Stops a thread. The page it was parsing fails; the others are moved to another thread. */
function give(thread: Thread, why: CaptureReason | Error): void {
  if (!threads.includes(thread)) return;
  threads.splice(threads.indexOf(thread), 1);
  clearTimeout(thread.timer);
  void thread.worker.terminate();
  thread.unsent = [];
  const others = thread.queue.splice(0);
  // A thread may fail after parsing all pages. One of them is rejected nevertheless, so that retrying comes to an end.
  const place = Math.min(Atomics.load(thread.finished, 0) - thread.answered, others.length - 1);
  const [guilty] = others.splice(place, 1);
  guilty?.reject(why instanceof Error ? why : new CaptureError(why, guilty.order.answer.url));
  others.forEach(post);
}

const isSlow = ({ queue, since, answered }: Thread) =>
  queue.length > 0 && performance.now() - since > (answered > 0 ? SLOW_MS : STARTING_MS);

/** Returns the first thread that is not slow, a new one, or the one with the shortest queue. */
function chooseThread(): Thread {
  const brisk = threads.find((thread) => !isSlow(thread));
  if (brisk) return brisk;
  if (threads.length < THREADS_MAX) return startThread();
  return threads.reduce((calmest, thread) => (thread.queue.length < calmest.queue.length ? thread : calmest));
}

function post(waiting: Waiting): void {
  const thread = chooseThread();
  thread.queue.push(waiting);
  if (thread.queue.length === 1) watch(thread);
  if (thread.unsent.push(waiting) === 1) setImmediate(() => sendAll(thread));
}

function sendAll(thread: Thread): void {
  while (thread.unsent.length > 0 && thread.parcels < PARCELS_AHEAD) send(thread, takeParcel(thread.unsent));
}

/** Removes the next batch from the unsent pages. */
function takeParcel(unsent: Waiting[]): Waiting[] {
  let bytes = 0;
  let count = 0;
  while (count < unsent.length && (count === 0 || bytes + unsent[count]!.body.length <= PARCEL_BYTES))
    bytes += unsent[count++]!.body.length;
  return unsent.splice(0, count);
}

function send(thread: Thread, parcel: Waiting[]): void {
  // Copies the bodies, because the buffer is transferred: a body may be a view on memory shared with others.
  const bodies = Buffer.allocUnsafeSlow(parcel.reduce((sum, { body }) => sum + body.length, 0));
  let end = 0;
  for (const { body } of parcel) {
    bodies.set(body, end);
    end += body.length;
  }
  thread.parcels++;
  thread.worker.postMessage({ orders: parcel.map(({ order }) => order), bodies } satisfies Parcel, [bodies.buffer]);
}

function needed(headers: Record<string, string>): Record<string, string> {
  const few: Record<string, string> = {};
  for (const name of HEADERS) if (headers[name] !== undefined) few[name] = headers[name];
  return few;
}

/**
 * Parses an HTTP response into a captured page in a thread, so that no page blocks the event loop. Without `wantsText`,
 * the document has no blocks.
 * @throws CaptureError `timeout`, `too_large` (out of memory)
 */
export function readApart(
  { url, status, headers, redirects, body }: OutboundResponse,
  { evaluates = false, wantsText = true, links = 'all' as WantedLinks } = {},
): Promise<CapturedPage> {
  const answer = { url, status, headers: evaluates ? headers : needed(headers), redirects };
  const order = { answer, evaluates, wantsText, links, length: body.length };
  return new Promise((resolve, reject) => post({ order, body, resolve, reject }));
}

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { OutboundResponse } from '../../outbound/outbound.ts';
import { CaptureError, type CaptureReason } from './capture-error.ts';
import type { CapturedPage } from './capture-page.ts';

/** What a thread is asked to read. */
export interface ReadOrder {
  answer: Omit<OutboundResponse, 'body'> & { body: Uint8Array };
  evaluates: boolean;
  wantsText: boolean;
  links: WantedLinks;
}

/** All links of a page, none, or those that no other page of a search, given by its number, had before. */
export type WantedLinks = 'all' | 'none' | number;
export type ReadAnswer = { page: CapturedPage } | { failure: string };

interface Waiting {
  order: ReadOrder;
  resolve: (page: CapturedPage) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  /** In the order in which it reads them; the first is being read. */
  queue: Waiting[];
  /** The last ones of the queue, that it was not handed yet. */
  unsent: Waiting[];
  timer?: NodeJS.Timeout;
}

const THREADS_MAX = Math.min(2, availableParallelism());
/** No honest page takes a hundredth of it; markup written to that end does. */
const TIME_MAX_MS = 20_000;
const HEAP_MAX_MB = 256;
/** Room for the trees of some pages, which are garbage before long. */
const YOUNG_MB = 48;
/** A thread that nobody needs any more ends. */
const IDLE_MS = 30_000;
/** What arrives together travels together, up to so many bytes: a message costs as much as a small page. */
const PARCEL_BYTES = 128 * 1024;
/** All that a page that is not evaluated is read with. */
const HEADERS = ['content-type', 'content-language', 'x-robots-tag', 'etag', 'last-modified'];

const threads: Thread[] = [];

function startThread(): Thread {
  const worker = new Worker(new URL('./page-thread.ts', import.meta.url), {
    // None of the server's secrets.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const thread: Thread = { worker, queue: [], unsent: [] };
  worker.on('message', (answers: ReadAnswer[]) => {
    const done = thread.queue.splice(0, answers.length);
    watch(thread);
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

/** Times what is being read, or the idleness. */
function watch(thread: Thread): void {
  clearTimeout(thread.timer);
  const isIdle = thread.queue.length === 0;
  if (isIdle) thread.worker.unref();
  else thread.worker.ref();
  thread.timer = setTimeout(() => give(thread, 'timeout'), isIdle ? IDLE_MS : TIME_MAX_MS);
  if (isIdle) thread.timer.unref();
}

/** Gives a thread up: what it was reading fails, what waited behind is read by another. */
function give(thread: Thread, why: CaptureReason | Error): void {
  const place = threads.indexOf(thread);
  if (place === -1) return;
  threads.splice(place, 1);
  clearTimeout(thread.timer);
  void thread.worker.terminate();
  const [first, ...others] = thread.queue.splice(0);
  first?.reject(why instanceof Error ? why : new CaptureError(why, first.order.answer.url));
  // Any of those that travelled together may be the one: from now on each travels alone.
  for (const other of others) post(other, true);
}

function post(waiting: Waiting, isAlone = false): void {
  const [calmest] = threads.toSorted((a, b) => a.queue.length - b.queue.length);
  const needsMore = !calmest || (calmest.queue.length > 0 && threads.length < THREADS_MAX);
  const thread = needsMore ? startThread() : calmest;
  thread.queue.push(waiting);
  if (thread.queue.length === 1) watch(thread);
  if (isAlone) send(thread, [waiting]);
  else if (thread.unsent.push(waiting) === 1) setImmediate(() => sendAll(thread));
}

function sendAll(thread: Thread): void {
  let parcel: Waiting[] = [];
  let bytes = 0;
  for (const waiting of thread.unsent.splice(0)) {
    const { length } = waiting.order.answer.body;
    if (parcel.length > 0 && bytes + length > PARCEL_BYTES) {
      send(thread, parcel);
      parcel = [];
      bytes = 0;
    }
    parcel.push(waiting);
    bytes += length;
  }
  if (parcel.length > 0) send(thread, parcel);
}

function send({ worker }: Thread, parcel: Waiting[]): void {
  const orders = parcel.map(({ order }) => {
    // A copy is handed over: a body may be but a view on bytes of others, which would all be copied with it.
    return { ...order, answer: { ...order.answer, body: new Uint8Array(order.answer.body) } };
  });
  worker.postMessage(
    orders,
    orders.map(({ answer }) => answer.body.buffer),
  );
}

const needed = (headers: Record<string, string>) =>
  Object.fromEntries(HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));

/**
 * Turns an answer into a captured page in a thread of its own, so that no page, however it is written, holds up the server.
 * Without `wantsText` its document comes back without blocks. @throws CaptureError `timeout`, `too_large` (memory)
 */
export function readApart(
  { url, status, headers, redirects, body }: OutboundResponse,
  { evaluates = false, wantsText = true, links = 'all' as WantedLinks } = {},
): Promise<CapturedPage> {
  const answer = { url, status, headers: evaluates ? headers : needed(headers), redirects, body };
  return new Promise((resolve, reject) => post({ order: { answer, evaluates, wantsText, links }, resolve, reject }));
}

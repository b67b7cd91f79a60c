import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { OutboundResponse } from '../../outbound/outbound.ts';
import { CaptureError, type CaptureReason } from './capture-error.ts';
import type { CapturedPage } from './capture-page.ts';

/** What a thread is asked to read. */
export interface ReadOrder {
  answer: Omit<OutboundResponse, 'body'>;
  evaluates: boolean;
  wantsText: boolean;
  links: WantedLinks;
  /** Of the body, which stands among the bytes of its parcel. */
  length: number;
}

/** Orders that travel together, and their bodies, one behind the other. */
export interface Parcel {
  orders: ReadOrder[];
  bodies: Uint8Array;
}

/** All links of a page, none, or those that no other page of a search, given by its number, had before. */
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
  /** In the order in which it reads them. */
  queue: Waiting[];
  /** The last ones of the queue, that it was not handed yet. */
  unsent: Waiting[];
  /** Parcels that it was handed and has not answered. */
  parcels: number;
  /** When the reading of the first began, by performance.now(). */
  since: number;
  /** Pages that it has read, as it counts them itself, and those of them that it has answered. */
  finished: Int32Array;
  answered: number;
  /** Of the page that it reads, or of its idleness. */
  timer?: NodeJS.Timeout;
  isIdle: boolean;
}

const THREADS_MAX = Math.min(2, availableParallelism());
/**
 * One thread reads faster than a site is asked; two would warm up twice, and take turns on the processors that the server
 * needs. The second is for what others wait behind a page that takes longer than this.
 */
const SLOW_MS = 100;
/** Its start is part of the first reading of a thread. */
const STARTING_MS = 1_000;
/** No honest page takes a hundredth of it; markup written to that end does. */
const TIME_MAX_MS = 20_000;
const HEAP_MAX_MB = 256;
/** Room for the trees of some pages, which are garbage before long. */
const YOUNG_MB = 48;
/** A thread that nobody needs any more ends. */
const IDLE_MS = 30_000;
/** What arrives together travels together, up to so many bytes: a message costs as much as a small page. */
const PARCEL_BYTES = 128 * 1024;
/** While a thread reads one parcel the next lies ready; what comes later makes up a larger one. */
const PARCELS_AHEAD = 2;
/** All that a page that is not evaluated is read with. */
const HEADERS = ['content-type', 'content-language', 'x-robots-tag', 'etag', 'last-modified'];

const threads: Thread[] = [];

function startThread(): Thread {
  const finished = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./page-thread.ts', import.meta.url), {
    // None of the server's secrets.
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

/** Times what is being read, or the idleness. */
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

/** Gives a thread up: what it was reading fails, what waited behind is read by another. */
function give(thread: Thread, why: CaptureReason | Error): void {
  if (!threads.includes(thread)) return;
  threads.splice(threads.indexOf(thread), 1);
  clearTimeout(thread.timer);
  void thread.worker.terminate();
  thread.unsent = [];
  const others = thread.queue.splice(0);
  // A thread that fails as it answers has read all: one is given up all the same, so that this comes to an end.
  const place = Math.min(Atomics.load(thread.finished, 0) - thread.answered, others.length - 1);
  const [guilty] = others.splice(place, 1);
  guilty?.reject(why instanceof Error ? why : new CaptureError(why, guilty.order.answer.url));
  others.forEach(post);
}

const isSlow = ({ queue, since, answered }: Thread) =>
  queue.length > 0 && performance.now() - since > (answered > 0 ? SLOW_MS : STARTING_MS);

/** The first thread that keeps up, or the one with the least to do. */
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

/** Takes from the unsent what travels together next. */
function takeParcel(unsent: Waiting[]): Waiting[] {
  let bytes = 0;
  let count = 0;
  while (count < unsent.length && (count === 0 || bytes + unsent[count]!.body.length <= PARCEL_BYTES))
    bytes += unsent[count++]!.body.length;
  return unsent.splice(0, count);
}

function send(thread: Thread, parcel: Waiting[]): void {
  // A copy is handed over: a body may be but a view on bytes of others, which would all be lost with it.
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
 * Turns an answer into a captured page in a thread of its own, so that no page, however it is written, holds up the server.
 * Without `wantsText` its document comes back without blocks. @throws CaptureError `timeout`, `too_large` (memory)
 */
export function readApart(
  { url, status, headers, redirects, body }: OutboundResponse,
  { evaluates = false, wantsText = true, links = 'all' as WantedLinks } = {},
): Promise<CapturedPage> {
  const answer = { url, status, headers: evaluates ? headers : needed(headers), redirects };
  const order = { answer, evaluates, wantsText, links, length: body.length };
  return new Promise((resolve, reject) => post({ order, body, resolve, reject }));
}

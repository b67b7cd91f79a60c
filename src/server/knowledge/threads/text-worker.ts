import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { batchesOf } from '../../../reading/batches.ts';
import type { Block, ExtractedDocument } from '../../../reading/blocks.ts';
import type { Chunk } from '../../../reading/chunk.ts';
import { ExtractError, type ExtractReason } from '../../../reading/extract/extract-error.ts';
import type { Sheet } from '../faqs/read-sheet.ts';
import type { TrainingResult } from '../passages.ts';

type TrainedPassage = TrainingResult['passages'][number];

/**
 * Messages to the thread, in this order: the blocks of a document, or its chunks, and then its title; or a sheet; or the
 * rows of one (each a `SheetRecord` as JSON). Then `next` after each response, until the result is complete.
 */
export type TextRequest =
  | { blocks: Block[] }
  | { chunks: Chunk[] }
  | { title: string }
  | { sheet: Uint8Array }
  | { rows: string[] }
  | { next: true };
export type TextResponse =
  | { passages: (Omit<TrainedPassage, 'analysis'> & { analysed: number })[]; analyses: Uint8Array<ArrayBuffer> }
  | { trained: Pick<TrainingResult, 'title' | 'words'> }
  | { sheet: Sheet }
  | { reason: ExtractReason }
  | { failure: string };

/** A regular text needs less than a tenth of this. */
const TIME_MAX_MS = 60_000;
const HEAP_MAX_MB = 512;
/** Time after which an idle thread is stopped. */
const IDLE_MS = 30_000;

function startThread(): Worker {
  const thread = new Worker(new URL('./text-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
  });
  // Without a listener, an `error` event would crash the server; `ask` rejects on it.
  thread.on('error', () => undefined);
  // The thread does not keep the server from exiting.
  thread.unref();
  return thread;
}

/**
 * Sends a message and waits for the response; rejects when the thread fails, exits or takes too long.
 * Throws `ExtractError`.
 */
async function send(thread: Worker, order: TextRequest): Promise<TextResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TextResponse>();
  const timer = setTimeout(() => reject(new Error('The text took too long.')), TIME_MAX_MS);
  const ended = () => reject(new Error('The thread for texts has ended.'));
  thread.once('message', resolve).once('error', reject).once('exit', ended);
  try {
    thread.postMessage(order);
    const answer = await promise;
    if ('reason' in answer) throw new ExtractError(answer.reason);
    if ('failure' in answer) throw new Error(answer.failure);
    return answer;
  } finally {
    clearTimeout(timer);
    thread.off('message', resolve).off('error', reject).off('exit', ended);
  }
}

/** Runs tasks one after the other in a thread, so that long texts do not block the event loop. */
class TextWorker {
  #thread: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** Runs a task after the previous ones have finished. */
  run<T>(task: (thread: Worker) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#runNow(task));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #runNow<T>(task: (thread: Worker) => Promise<T>): Promise<T> {
    clearTimeout(this.#idle);
    this.#thread ??= startThread();
    try {
      return await task(this.#thread);
    } catch (error) {
      // Stops the thread: leftover responses of a failed task must not be taken for those of the next.
      if (!(error instanceof ExtractError)) this.#end();
      throw error;
    } finally {
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    }
  }

  #end(): void {
    void this.#thread?.terminate();
    this.#thread = null;
  }
}

const documents = new TextWorker();
/** A separate thread, because a user is waiting for the result. */
const sheets = new TextWorker();

function toPassages({ passages, analyses }: Extract<TextResponse, { passages: unknown }>): TrainedPassage[] {
  const bytes = Buffer.from(analyses.buffer);
  let end = 0;
  return passages.map(({ analysed, ...passage }) => ({
    ...passage,
    analysis: bytes.subarray(end, (end += analysed)),
  }));
}

/** Sends the parts of a document and then its title, and returns its passages. */
function analyseInThread(
  parts: Iterable<TextRequest>,
  title: string,
  signal: AbortSignal | undefined,
): Promise<TrainingResult> {
  return documents.run(async (thread) => {
    for (const part of parts) {
      signal?.throwIfAborted();
      thread.postMessage(part);
      await setImmediate();
    }
    const passages: TrainedPassage[] = [];
    let answer = await send(thread, { title });
    for (; 'passages' in answer; answer = await send(thread, { next: true })) {
      signal?.throwIfAborted();
      for (const passage of toPassages(answer)) passages.push(passage);
    }
    if (!('trained' in answer)) throw new Error('The thread for texts answered something else.');
    return { ...answer.trained, passages };
  });
}

const lengthOf = ({ text }: { text: string }) => text.length;

/**
 * Splits a document into passages and analyses them, in a thread.
 * Throws `ExtractError` `no_text`; the signal's reason when aborted.
 */
export const passagesInThread = ({ blocks }: ExtractedDocument, title: string, signal?: AbortSignal) =>
  analyseInThread(
    [...batchesOf(blocks, lengthOf)].map((batch) => ({ blocks: batch })),
    title,
    signal,
  );

/** Analyses the passages of a document that is split already, in a thread. Throws the signal's reason when aborted. */
export const analyseChunksInThread = (chunks: readonly Chunk[], title: string, signal?: AbortSignal) =>
  analyseInThread(
    [...batchesOf(chunks, lengthOf)].map((batch) => ({ chunks: batch })),
    title,
    signal,
  );

/**
 * Parses a table of questions and answers, in a thread.
 * Throws `ExtractError` `too_complex`.
 */
export function readSheetInThread(table: { sheet: Uint8Array } | { rows: string[] }): Promise<Sheet> {
  return sheets.run(async (thread) => {
    const answer = await send(thread, table);
    if (!('sheet' in answer)) throw new Error('The thread for texts answered something else.');
    return answer.sheet;
  });
}

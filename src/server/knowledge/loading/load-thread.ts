/**
 * Entry point of the thread that loads a large base: see `loadInThread`. Nothing here imports drizzle, which takes a
 * third of a second.
 */
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { batchesOf } from '../../../reading/batches.ts';
import { runAtOnce } from '../../../search/slices.ts';
import { sendBatch } from '../../db/batch.ts';
import { callDatabase } from '../../db/failures.ts';
import { openPool } from '../../db/open-pool.ts';
import { preparedIn } from '../../db/prepared-statements.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { DatabaseAddress, LoadResponse, Pages } from './load-in-thread.ts';
import type { ChunkRow } from './read-rows.ts';
import { partsSteps, type ReadRow, readRow, type SegmentParts } from './segment-parts.ts';

/** Timeout of a page's statement: longer than a request's, because nobody waits for the thread. */
const STATEMENT_MS = 60_000;

/** Reads the pages. The database reads the next one while the last one is used. */
async function* readPages({ kind, ...config }: DatabaseAddress, pages: Pages['pages']): AsyncGenerator<ChunkRow[]> {
  const pool = openPool({ ...config, max: 1, statementTimeoutMs: STATEMENT_MS, onLost: () => undefined });
  const prepared = preparedIn(kind);
  const read = (page: Pages['pages'][number] | undefined) => {
    const rows = page ? callDatabase(() => sendBatch<ChunkRow>(pool, page, prepared)) : Promise.resolve([]);
    // The promise may reject before it is awaited, which would end the process.
    rows.catch(() => undefined);
    return rows;
  };
  try {
    let next = read(pages[0]);
    for (const at of pages.keys()) {
      const rows = await next;
      next = read(pages[at + 1]);
      // Work on the rows blocks this thread, so the next statement has to leave first.
      await setImmediate();
      yield rows;
    }
  } finally {
    await pool.end();
  }
}

/** Returns the buffers of all typed arrays in a value, which are moved to the other thread instead of copied. */
function buffersIn(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(buffersIn);
}

const send = (response: LoadResponse, moved: ArrayBuffer[] = []) => parentPort!.postMessage(response, moved);

/** Resolves when the last batch was received. The next rows are read while one batch is on its way. */
let received: Promise<unknown> = Promise.resolve();

async function sendPassages(rows: readonly ReadRow[]): Promise<void> {
  const passages = rows.map(({ passage }) => passage);
  for (const batch of batchesOf(passages, ({ text }) => text.length)) {
    await received;
    send({ passages: batch });
    received = once(parentPort!, 'message');
  }
}

async function load({ pages, modelId }: Pages): Promise<void> {
  const rows: ReadRow[] = [];
  for await (const page of readPages(workerData as DatabaseAddress, pages)) {
    const read = page.map(readRow);
    rows.push(...read);
    await sendPassages(read);
  }
  const { passages, ...parts }: SegmentParts = runAtOnce(partsSteps(rows, modelId));
  const positions = new Map(rows.map(({ passage }, at) => [passage, at]));
  const order = Uint32Array.from(passages, (passage) => positions.get(passage)!);
  await received;
  send({ parts, order }, [...new Set(buffersIn([parts.index, parts.vectors]))]);
}

try {
  const [pages] = (await once(parentPort!, 'message')) as [Pages];
  await load(pages);
} catch (error) {
  send(error instanceof ApiError ? { code: error.code } : { failure: String(error) });
}

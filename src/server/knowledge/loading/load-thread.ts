/** Nothing here imports drizzle, which takes a third of a second. */
import { setImmediate } from 'node:timers/promises';
import { batchesOf } from '../../../reading/batches.ts';
import { type Results, threadTask } from '../../../reading/threads/thread-task.ts';
import { runAtOnce } from '../../../search/slices.ts';
import { sendBatch } from '../../db/batch.ts';
import { callDatabase } from '../../db/failures.ts';
import { openPool } from '../../db/open-pool.ts';
import { preparedIn } from '../../db/prepared-statements.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { DatabaseAddress, LoadedPart, LoadFailure, LoadOrder } from './load-in-thread.ts';
import { partsSteps, type ReadRow, readRow, type SegmentParts } from './segment-parts.ts';
import { type ChunkRow, withCorrections } from './with-corrections.ts';

/** Nobody waits for the thread. */
const STATEMENT_MS = 60_000;

/** The database reads the next one while the last one is used. */
async function* readPages({ kind, ...config }: DatabaseAddress, pages: LoadOrder['pages']): AsyncGenerator<ChunkRow[]> {
  const pool = openPool({ ...config, max: 1, statementTimeoutMs: STATEMENT_MS, onLost: () => undefined });
  const prepared = preparedIn(kind);
  const read = (page: LoadOrder['pages'][number] | undefined) => {
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

/** Moved to the other thread instead of copied. */
function buffersIn(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(buffersIn);
}

async function* load({ address, pages, modelId }: LoadOrder): Results<LoadedPart, LoadFailure | null> {
  const rows: ReadRow[] = [];
  try {
    for await (const page of readPages(address, pages)) {
      const read = runAtOnce(withCorrections(page)).map(readRow);
      rows.push(...read);
      const passages = read.map(({ passage }) => passage);
      for (const batch of batchesOf(passages, ({ text }) => text.length)) yield [{ passages: batch }];
    }
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code };
    throw error;
  }
  const { passages, ...parts }: SegmentParts = runAtOnce(partsSteps(rows, modelId));
  const positions = new Map(rows.map(({ passage }, at) => [passage, at]));
  const order = Uint32Array.from(passages, (passage) => positions.get(passage)!);
  yield [{ parts, order }, [...new Set(buffersIn([parts.index, parts.vectors]))]];
  return null;
}

export const loadPages = threadTask(([order]: LoadOrder[]) => load(order!));

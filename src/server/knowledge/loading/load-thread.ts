/** Entry point of the thread that loads a large base: see `loadInThread`. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { openPool } from '../../db/open-pool.ts';
import { openOrm } from '../../db/tenant.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { runAtOnce } from '../../runtime/slices.ts';
import { batchesOf } from '../threads/batches.ts';
import type { LoadResponse, LoadTask } from './load-in-thread.ts';
import { readRows } from './read-rows.ts';
import { partsSteps, type SegmentParts } from './segment-parts.ts';

/** Longer than a request's statements may take: a base of 100,000 passages is read at once. */
const STATEMENT_MS = 60_000;

async function load({ database: { kind, ...config }, tenant, source }: LoadTask): Promise<SegmentParts> {
  const pool = openPool({ ...config, max: 1, statementTimeoutMs: STATEMENT_MS, onLost: () => undefined });
  try {
    const rows = await readRows(openOrm(kind, pool), tenant, source);
    return runAtOnce(partsSteps(rows, source.state.modelId));
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

try {
  const { passages, ...parts } = await load(workerData as LoadTask);
  for (const batch of batchesOf(passages, ({ text }) => text.length)) {
    send({ passages: batch });
    await once(parentPort!, 'message');
  }
  send({ parts }, [...new Set(buffersIn([parts.index, parts.vectors]))]);
} catch (error) {
  send(error instanceof ApiError ? { code: error.code } : { failure: String(error) });
}

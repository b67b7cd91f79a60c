import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { ErrorCode } from '../../../shared/error-codes.ts';
import type { Db, Tenant } from '../../db/tenant.ts';
import { ApiError } from '../../runtime/api-error.ts';
import type { Passage } from '../search/passage.ts';
import type { Segment } from '../search/segment.ts';
import type { SegmentSource } from './read-rows.ts';
import { joinParts, type SegmentParts } from './segment-parts.ts';

/** How the thread reaches the database: what can be sent of the pool's options. */
export interface LoadTask {
  database: {
    kind: Db['kind'];
    connectionString?: string;
    host?: string;
    port?: number;
    user?: string;
    database?: string;
  };
  tenant: Tenant;
  source: SegmentSource;
}
/** The thread sends the passages in batches, the next one when it is asked to, and then the other parts. */
export type LoadResponse =
  { passages: Passage[] } | { parts: Omit<SegmentParts, 'passages'> } | { code: ErrorCode } | { failure: string };

/** Several large bases at a time would compete for memory and processors. */
const oneAtATime = pLimit(1);

/**
 * Loads a segment in a thread with a connection of its own: reading, indexing and looking for facts take seconds for
 * 100,000 passages. Here, only the passages are received, in batches between requests.
 */
export const loadInThread = (db: Db, tenant: Tenant, source: SegmentSource): Promise<Segment> =>
  oneAtATime(() => load(taskOf(db, tenant, source)));

function taskOf({ kind, pool }: Db, tenant: Tenant, source: SegmentSource): LoadTask {
  const { connectionString, host, port, user, database } = pool.options;
  return { database: { kind, connectionString, host, port, user, database }, tenant, source };
}

async function load(workerData: LoadTask): Promise<Segment> {
  const thread = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData });
  // The thread does not keep the server from exiting.
  thread.unref();
  const ended = once(thread, 'exit').then(() => Promise.reject(new Error('The thread that loads a base has ended.')));
  ended.catch(() => undefined);
  try {
    const passages: Passage[] = [];
    for (;;) {
      const [response] = (await Promise.race([once(thread, 'message'), ended])) as [LoadResponse];
      if ('code' in response) throw new ApiError(response.code);
      if ('failure' in response) throw new Error(response.failure);
      if ('parts' in response) return joinParts({ passages, ...response.parts });
      for (const passage of response.passages) passages.push(passage);
      await setImmediate();
      thread.postMessage('next');
    }
  } finally {
    void thread.terminate();
  }
}

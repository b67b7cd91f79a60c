import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Passage } from '../../../search/passage.ts';
import type { Segment } from '../../../search/segment.ts';
import type { ErrorCode } from '../../../shared/error-codes.ts';
import type { Statement } from '../../db/batch.ts';
import { type Db, readStatements, type Tenant } from '../../db/tenant.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { pageQueries, type SegmentSource } from './read-rows.ts';
import { joinParts, type SegmentParts } from './segment-parts.ts';

/** How the thread connects to the database: those of the pool's options that can be sent to a thread. */
export interface DatabaseAddress {
  kind: Db['kind'];
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  database?: string;
}
/** What the thread loads: the statements that read each page. */
export interface Pages {
  pages: Statement[][];
  modelId: string | null;
}
/**
 * The thread sends the rows' passages in batches, the next one when it is asked to, and then the other parts. `order`
 * holds the indexes of the segment's passages among the sent ones.
 */
export type LoadResponse =
  | { passages: Passage[] }
  | { parts: Omit<SegmentParts, 'passages'>; order: Uint32Array }
  | { code: ErrorCode }
  | { failure: string };

/** Large bases that are loaded at once: more would compete for memory and processors. */
const twoAtATime = pLimit(2);
/** The last load of each account. An account loads one base at a time, so that others do not wait for all of its bases. */
const lastLoads = new Map<string, Promise<unknown>>();

async function inTurn<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const before = lastLoads.get(accountId);
  const load = (before ?? Promise.resolve()).then(() => twoAtATime(work));
  const ended = load.catch(() => undefined);
  lastLoads.set(accountId, ended);
  try {
    return await load;
  } finally {
    if (lastLoads.get(accountId) === ended) lastLoads.delete(accountId);
  }
}

/**
 * Loads a segment in a thread with a connection of its own: reading, indexing and looking for facts take seconds for
 * 100,000 passages. Here, only the passages are received, in batches between requests. Reads about `perPage` passages
 * at a time, so that the embedded database serves other requests in between.
 */
export const loadInThread = (db: Db, tenant: Tenant, source: SegmentSource, perPage: number): Promise<Segment> =>
  inTurn(tenant.accountId, () => load(db, tenant, source, perPage));

function addressOf({ kind, pool }: Db): DatabaseAddress {
  const { connectionString, host, port, user, database } = pool.options;
  return { kind, connectionString, host, port, user, database };
}

async function load(db: Db, tenant: Tenant, source: SegmentSource, perPage: number): Promise<Segment> {
  const thread = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData: addressOf(db) });
  // The thread does not keep the server from exiting.
  thread.unref();
  const ended = once(thread, 'exit').then(() => Promise.reject(new Error('The thread that loads a base has ended.')));
  ended.catch(() => undefined);
  try {
    const queries = await pageQueries(db, tenant, source, perPage);
    const pages: Pages = {
      pages: queries.map((query) => readStatements(db, tenant, query)),
      modelId: source.state.modelId,
    };
    thread.postMessage(pages);
    const received: Passage[] = [];
    for (;;) {
      const [response] = (await Promise.race([once(thread, 'message'), ended])) as [LoadResponse];
      if ('code' in response) throw new ApiError(response.code);
      if ('failure' in response) throw new Error(response.failure);
      if ('parts' in response) {
        const passages = Array.from(response.order, (at) => received[at]!);
        return joinParts({ passages, ...response.parts });
      }
      for (const passage of response.passages) received.push(passage);
      await setImmediate();
      thread.postMessage('next');
    }
  } finally {
    void thread.terminate();
  }
}

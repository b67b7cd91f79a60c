import { openThreadPool } from '../../../reading/threads/thread-pool.ts';
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
export interface LoadOrder {
  address: DatabaseAddress;
  pages: Statement[][];
  modelId: string | null;
}
/** The last part of a load. `order` holds the indexes of the segment's passages among those sent before. */
interface SegmentIndexPart {
  parts: Omit<SegmentParts, 'passages'>;
  order: Uint32Array;
}
export type LoadedPart = { passages: Passage[] } | SegmentIndexPart;
export interface LoadFailure {
  code: ErrorCode;
}

const runInThread = openThreadPool({
  file: new URL('./load-thread.ts', import.meta.url),
  // More would compete for memory and processors.
  threads: 2,
  timeMaxMs: 120_000,
  // Its heap is large.
  idleMs: 2_000,
});
/** The last load of each account. An account loads one base at a time, so that others do not wait for all of its bases. */
const lastLoads = new Map<string, Promise<unknown>>();

async function inTurn<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const before = lastLoads.get(accountId);
  const load = (before ?? Promise.resolve()).then(work);
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
  const queries = await pageQueries(db, tenant, source, perPage);
  const pages = queries.map((query) => readStatements(db, tenant, query));
  const order: LoadOrder = { address: addressOf(db), pages, modelId: source.state.modelId };
  const received: Passage[] = [];
  let index: SegmentIndexPart | undefined;
  const failed = await runInThread<LoadFailure | null, LoadedPart>('loadPages', {
    parts: [[order]],
    onPart: (part) => {
      if ('parts' in part) index = part;
      else for (const passage of part.passages) received.push(passage);
    },
  });
  if (failed) throw new ApiError(failed.code);
  const passages = Array.from(index!.order, (at) => received[at]!);
  return joinParts({ passages, ...index!.parts });
}

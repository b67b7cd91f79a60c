import { openThreadPool } from '../../../reading/threads/thread-pool.ts';
import type { Passage } from '../../../search/passage.ts';
import type { Segment } from '../../../search/segment.ts';
import type { ErrorCode } from '../../../shared/error-codes.ts';
import type { Statement } from '../../db/batch.ts';
import { type Db, readStatements } from '../../db/tenant.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { pageQueries, type SegmentSource } from './read-rows.ts';
import { joinParts, type SegmentParts } from './segment-parts.ts';

export interface DatabaseAddress {
  kind: Db['kind'];
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  database?: string;
}
/** `pages`: the statements that read each. */
export interface LoadOrder {
  address: DatabaseAddress;
  pages: Statement[][];
  modelId: string | null;
}
/** `order`: indexes among the passages sent before. */
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
/** One base per account at a time, so that others do not wait for all of its bases. */
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
 * With a connection of its own: 100,000 passages take seconds. Only passages are received here, in batches between
 * requests; `perPage` at a time, so that the embedded database serves others.
 */
export const loadInThread = (source: SegmentSource, perPage: number): Promise<Segment> =>
  inTurn(source.tenant.accountId, () => load(source, perPage));

function addressOf({ kind, pool }: Db): DatabaseAddress {
  const { connectionString, host, port, user, database } = pool.options;
  return { kind, connectionString, host, port, user, database };
}

async function load(source: SegmentSource, perPage: number): Promise<Segment> {
  const { db, tenant } = source;
  const queries = await pageQueries(source, perPage);
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

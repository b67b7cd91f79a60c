import { setImmediate } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { loadRerankTables } from '../../search/rerank/rerank.ts';
import type { Segment } from '../../search/segment.ts';
import { findContextsUsedLast } from '../db/due-work.ts';
import { type Db, readTenant, type Tenant, tenant } from '../db/tenant.ts';
import { loadSegment } from './loading/load-segment.ts';
import type { ContextState, HeldVersion } from './loading/read-rows.ts';

/** Memory budget for loaded segments, per process. */
const CACHE_BYTES = 256 * 1024 * 1024;

/** Where to search: the account and the chain of contexts, with the requested context last. */
export interface SearchScope {
  tenant: Tenant;
  /** Dotted context ids, root first. */
  inheritance: string;
}

/** Loaded segments, least recently used first. The first ones are evicted when the total exceeds the budget. */
const loaded = new Map<string, { version: number; segment: Promise<Segment>; bytes: number }>();

const bytesLoaded = (): number => [...loaded.values()].reduce((sum, entry) => sum + entry.bytes, 0);

/** Returns the number of loaded segments and their bytes. */
export const loadedBases = () => ({ count: loaded.size, bytes: bytesLoaded() });

function evictDownTo(limit: number): void {
  let bytes = bytesLoaded();
  for (const [key, entry] of loaded) {
    if (bytes <= limit) return;
    loaded.delete(key);
    bytes -= entry.bytes;
  }
}

function segmentOf(db: Db, tenant: Tenant, state: ContextState): Promise<Segment> {
  const { id, version } = state;
  const key = `${tenant.accountId}:${id}`;
  const cached = loaded.get(key);
  loaded.delete(key);
  if (cached?.version === version) {
    loaded.set(key, cached);
    return cached.segment;
  }
  const entry = { version, bytes: 0, segment: loadSegment(db, tenant, { state }) };
  loaded.set(key, entry);
  entry.segment.then(
    ({ byteSize }) => {
      entry.bytes = byteSize;
      evictDownTo(CACHE_BYTES);
    },
    () => loaded.get(key) === entry && loaded.delete(key),
  );
  return entry.segment;
}

/**
 * Returns the segments to search, root context first. Reads their versions on every question, so that contents disabled
 * or deleted before the question are never used, on any node. With `held`, searches as if that version were in use.
 */
export async function openBase(
  db: Db,
  { tenant, inheritance }: SearchScope,
  held?: HeldVersion & { contextId: string },
): Promise<Segment[]> {
  const versions = await readTenant<ContextState>(db, tenant, contextStatesQuery({ tenant, inheritance }));
  return openBaseAt(db, { tenant, inheritance }, versions, held);
}

/** Returns the query for the versions of the contexts to search. */
export const contextStatesQuery = ({ tenant, inheritance }: SearchScope): SQL =>
  sql`select id, knowledge_version as version, embedding_model_id as "modelId" from contexts
      where account_id = ${tenant.accountId} and id in ${inheritance.split('.')}`;

/** Returns the segments to search at versions that were read at this question. */
export function openBaseAt(
  db: Db,
  { tenant, inheritance }: SearchScope,
  versions: readonly ContextState[],
  held?: HeldVersion & { contextId: string },
): Promise<Segment[]> {
  const order = inheritance.split('.').flatMap((id) => versions.filter((row) => row.id === id));
  const open = (state: ContextState) =>
    state.id === held?.contextId ? loadSegment(db, tenant, { state, held }) : segmentOf(db, tenant, state);
  return Promise.all(order.map(open));
}

/**
 * Loads the segments of the most recently used contexts, so that their first question after a start does not wait.
 * Loads up to `limit` contexts, and at most half of the memory budget. Works on one context at a time and yields in
 * between, so that questions are served meanwhile; they share a load in progress. Returns the number of contexts
 * loaded. Rejects when the database fails.
 */
export async function warmBases(db: Db, limit: number, signal?: AbortSignal): Promise<number> {
  const recent = await findContextsUsedLast(db, limit);
  loadRerankTables();
  let count = 0;
  for (const { accountId, inheritance } of recent) {
    if (signal?.aborted || bytesLoaded() > CACHE_BYTES / 2) break;
    await openBase(db, { tenant: tenant(accountId, 'all'), inheritance });
    count++;
    await setImmediate();
  }
  return count;
}

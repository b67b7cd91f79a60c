import { setImmediate } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { loadRerankTables } from '../../search/rerank/rerank.ts';
import type { Segment } from '../../search/segment.ts';
import { findContextsUsedLast } from '../db/due-work.ts';
import { type Db, readTenant, type Tenant, tenant } from '../db/tenant.ts';
import { LoadedBase } from './loading/loaded-base.ts';
import type { ContextState, HeldVersion, SegmentSource } from './loading/read-rows.ts';

const CACHE_BYTES = 256 * 1024 * 1024;

/** The requested context comes last. */
export interface SearchScope {
  tenant: Tenant;
  /** Ids from the root, separated by dots. */
  inheritance: string;
}

/** Least recently used first, evicted above the budget. */
const loaded = new Map<string, LoadedBase>();

const bytesLoaded = (): number => [...loaded.values()].reduce((sum, { byteSize }) => sum + byteSize, 0);

export const loadedBases = () => ({ count: loaded.size, bytes: bytesLoaded() });

/** The base used last stays: otherwise one above the limit would be loaded for every question. */
function evictDownTo(limit: number): void {
  let bytes = bytesLoaded();
  for (const [key, { byteSize }] of loaded) {
    if (bytes <= limit || loaded.size === 1) return;
    loaded.delete(key);
    bytes -= byteSize;
  }
}

async function segmentsOf(source: SegmentSource, held?: HeldVersion): Promise<readonly Segment[]> {
  const key = `${source.tenant.accountId}:${source.state.id}`;
  const base = loaded.get(key) ?? new LoadedBase();
  loaded.delete(key);
  loaded.set(key, base);
  const segments = await (held ? base.openHeld(source, held) : base.open(source));
  evictDownTo(CACHE_BYTES);
  return segments;
}

/** Versions are read on every question, so that what was disabled or deleted is never used, on any node. */
export async function openBase(
  db: Db,
  { tenant, inheritance }: SearchScope,
  held?: HeldVersion & { contextId: string },
): Promise<Segment[]> {
  const versions = await readTenant<ContextState>(db, tenant, contextStatesQuery({ tenant, inheritance }));
  return openBaseAt(db, { tenant, inheritance }, versions, held);
}

export const contextStatesQuery = ({ tenant, inheritance }: SearchScope): SQL =>
  sql`select id, knowledge_version as version, embedding_model_id as "modelId" from contexts
      where account_id = ${tenant.accountId} and id in ${inheritance.split('.')}`;

export async function openBaseAt(
  db: Db,
  { tenant, inheritance }: SearchScope,
  versions: readonly ContextState[],
  held?: HeldVersion & { contextId: string },
): Promise<Segment[]> {
  const order = inheritance.split('.').flatMap((id) => versions.filter((row) => row.id === id));
  const open = (state: ContextState) =>
    segmentsOf({ db, tenant, state }, state.id === held?.contextId ? held : undefined);
  return (await Promise.all(order.map(open))).flat();
}

/**
 * So that the first question after a start does not wait: up to `limit` contexts, at most half of the budget, one at a
 * time, yielding in between. Questions share a load in progress. Returns the number loaded. Rejects when the database
 * fails.
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

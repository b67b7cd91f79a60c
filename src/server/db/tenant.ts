import { setTimeout as wait } from 'node:timers/promises';
import { type Query, type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { collectActs } from './after-commit.ts';
import { sendBatch } from './batch.ts';
import { recorded } from './call-record.ts';
import { ACCOUNT_SETTING, PLATFORM_ROLE, TENANT_ROLE } from './columns.ts';
import { callDatabase, codeOf } from './failures.ts';
import { type PreparedIn, preparedIn } from './prepared-statements.ts';
import type { Tx } from './tx.ts';

export type { Tx } from './tx.ts';

export interface Db {
  readonly kind: 'embedded' | 'postgres';
  readonly pool: pg.Pool;
  readonly orm: NodePgDatabase;
  /** Of transactions, if it differs from the connection's. */
  readonly statementTimeoutMs?: number;
  readonly preparedIn: PreparedIn;
}

export const openOrm = (kind: Db['kind'], pool: pg.Pool): Db => ({
  kind,
  pool,
  orm: drizzle({ client: pool }),
  preparedIn: preparedIn(kind),
});

export const withStatementTimeout = (db: Db, ms: number): Db => ({ ...db, statementTimeoutMs: ms });

declare const tenantBrand: unique symbol;
/** Only `tenant()` creates one. Every query of tenant rows uses it; row-level security is a second barrier. */
export interface Tenant {
  readonly accountId: string;
  readonly contextIds: readonly string[] | 'all';
  /** What the caller may not read: guarded fields (`<resource>.<field>`), and resources with views; empty for the server's own work. */
  readonly hidden: ReadonlySet<string>;
  /** The person who asks; absent for keys and the server's own work. */
  readonly userId?: string;
  readonly [tenantBrand]: true;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** No row has it: the scope of a member without any context. */
export const NO_CONTEXT = '00000000-0000-0000-0000-000000000000';

/** Throws `TypeError` for an id that is not a UUID: an empty or wildcard scope must never reach a query. */
export function tenant(
  accountId: string,
  contextIds: readonly string[] | 'all',
  hidden: Tenant['hidden'] = new Set(),
  userId?: string,
): Tenant {
  if (!UUID.test(accountId)) throw new TypeError('A tenant needs the id of an account');
  const ids = contextIds === 'all' ? contextIds : contextIds.length === 0 ? [NO_CONTEXT] : [...contextIds];
  if (ids !== 'all' && !ids.every((id) => UUID.test(id))) throw new TypeError('A tenant needs ids of contexts');
  return { accountId, contextIds: ids, hidden, userId } as unknown as Tenant;
}

/** For a request that has just created it. */
export const tenantWith = ({ accountId, contextIds, hidden, userId }: Tenant, contextId: string): Tenant =>
  tenant(accountId, contextIds === 'all' ? 'all' : [...contextIds, contextId], hidden, userId);

/** A deadlock: PostgreSQL has rolled back so that another could continue. */
const DEADLOCK = '40P01';
const ATTEMPTS_MAX = 5;
const RETRY_AFTER_MS = 20;

/**
 * As PostgreSQL's manual recommends (13.3.4). The rolled-back attempt has left nothing behind. An attempt that follows at
 * once can take the freed row before the other transaction has woken up, and both deadlock again.
 */
async function retryingDeadlocks<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callDatabase(transact);
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || attempt === ATTEMPTS_MAX) throw error;
    }
    await wait(RETRY_AFTER_MS * attempt * (1 + Math.random()));
  }
}

type SessionSettings = Readonly<Record<string, string>>;

/** For the current transaction only. */
const setLocally = (settings: SessionSettings): SQL =>
  sql`select ${sql.join(
    Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
    sql`, `,
  )}`;

/** The embedded engine has none of its own (see `embedded/engine-host.ts`). */
const timeoutOf = ({ kind, statementTimeoutMs }: Db): SessionSettings =>
  kind === 'postgres' && statementTimeoutMs ? { statement_timeout: String(statementTimeoutMs) } : {};

const asTenant = ({ accountId }: Tenant): SessionSettings => ({ role: TENANT_ROLE, [ACCOUNT_SETTING]: accountId });
const AS_PLATFORM: SessionSettings = { role: PLATFORM_ROLE };
const READ_ONLY: SessionSettings = { transaction_read_only: 'on' };

/** Drizzle's own leaks the client if the connection breaks before the transaction begins. */
async function transact<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await drizzle({ client }).transaction(work);
  } finally {
    // A connection whose rollback failed is destroyed instead of returned to the pool.
    client.release(client.getTransactionStatus() !== 'I');
  }
}

async function transactAs<T>(db: Db, settings: SessionSettings, work: (tx: Tx) => Promise<T>): Promise<T> {
  let acts: ReturnType<typeof collectActs> = [];
  const result = await retryingDeadlocks(() =>
    transact(db.pool, async (tx) => {
      acts = collectActs(tx);
      await tx.execute(setLocally({ ...settings, ...timeoutOf(db) }));
      return work(tx);
    }),
  );
  for (const act of acts) act(db);
  return result;
}

/** `work` may run more than once: await nothing but the database in it, and have no side effects. */
export function withTenant<T>(db: Db, tenant: Tenant, work: (tx: Tx) => Promise<T>): Promise<T> {
  return recorded(tenant.accountId, work, (recordedWork) => transactAs(db, asTenant(tenant), recordedWork));
}

/** Reaches all accounts: only for `db/platform.ts` and jobs. `work` may run more than once, as in `withTenant`. */
export function withPlatform<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transactAs(db, AS_PLATFORM, work);
}

const dialect = new PgDialect();

const statementsAs = (db: Db, settings: SessionSettings, queries: readonly SQL[]): Query[] =>
  [setLocally({ ...settings, ...timeoutOf(db) }), ...queries].map((query) => dialect.sqlToQuery(query));

function batchAs<T>(db: Db, settings: SessionSettings, queries: readonly SQL[]): Promise<T[]> {
  const statements = statementsAs(db, settings, queries);
  return retryingDeadlocks(() => sendBatch<T>(db.pool, statements, db.preparedIn));
}

/** One read-only query; columns keep their SQL names. */
export function readTenant<T>(db: Db, tenant: Tenant, query: SQL): Promise<T[]> {
  return batchAs<T>(db, { ...READ_ONLY, ...asTenant(tenant) }, [query]);
}

/** For a thread that sends them itself (`sendBatch`). */
export const readStatements = (db: Db, tenant: Tenant, query: SQL): Query[] =>
  statementsAs(db, { ...READ_ONLY, ...asTenant(tenant) }, [query]);

/** One transaction and round trip. Returns the rows of the last; columns keep their SQL names. */
export function changeTenant<T>(db: Db, tenant: Tenant, ...queries: SQL[]): Promise<T[]> {
  return batchAs<T>(db, asTenant(tenant), queries);
}

/** A crash may lose it, with all committed after it: only for reservations, which a crash voids. */
export function changeTenantUnsynced<T>(db: Db, tenant: Tenant, ...queries: SQL[]): Promise<T[]> {
  return batchAs<T>(db, { ...asTenant(tenant), synchronous_commit: 'off' }, queries);
}

/** With it, a statement rolls itself back (`unlessZero`). */
const DIVISION_BY_ZERO = '22012';
/** 1, or makes the whole statement fail if `count` is 0. */
export const unlessZero = (count: SQL): SQL => sql`1 / (${count})`;
export const isRolledBack = (error: unknown): boolean => codeOf(error) === DIVISION_BY_ZERO;

/** One round trip. Only for `db/platform.ts` and jobs. */
export function changePlatform<T>(db: Db, query: SQL): Promise<T[]> {
  return batchAs<T>(db, AS_PLATFORM, [query]);
}

/** A crash may lose it: only for counters of calls. */
export function changePlatformUnsynced<T>(db: Db, query: SQL): Promise<T[]> {
  return batchAs<T>(db, { ...AS_PLATFORM, synchronous_commit: 'off' }, [query]);
}

/** Read-only. Only for `db/platform.ts`. */
export function readPlatform<T>(db: Db, query: SQL): Promise<T[]> {
  return batchAs<T>(db, { ...READ_ONLY, ...AS_PLATFORM }, [query]);
}

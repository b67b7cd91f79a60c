import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { sendBatch } from './batch.ts';
import { recorded } from './call-record.ts';
import { ACCOUNT_SETTING, PLATFORM_ROLE, TENANT_ROLE } from './columns.ts';
import { callDatabase, codeOf } from './failures.ts';

/** A handle on the database inside one transaction. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** What the server holds of its database, whichever of the two it is. */
export interface Db {
  readonly kind: 'embedded' | 'postgres';
  readonly pool: pg.Pool;
  readonly orm: NodePgDatabase;
  /** How long a statement may take, where that is not what its connection says. */
  readonly statementTimeoutMs?: number;
}

export const openOrm = (kind: Db['kind'], pool: pg.Pool): Db => ({ kind, pool, orm: drizzle({ client: pool }) });

/** The same database for those who have more time than a request has. */
export const withStatementTimeout = (db: Db, ms: number): Db => ({ ...db, statementTimeoutMs: ms });

declare const tenantBrand: unique symbol;
/**
 * Whose rows, and of which of the account's contexts. Made by `tenant()` alone, so it cannot be empty; every query of a
 * tenant's rows takes one and says it in its own predicate. Row-level security stands behind it.
 */
export interface Tenant {
  readonly accountId: string;
  readonly contextIds: readonly string[] | 'all';
  readonly [tenantBrand]: true;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** An id that no row has: what a member without any context may see. */
export const NO_CONTEXT = '00000000-0000-0000-0000-000000000000';

/** @throws TypeError when an id is no UUID: an empty or wildcard scope must never reach a query. */
export function tenant(accountId: string, contextIds: readonly string[] | 'all'): Tenant {
  if (!UUID.test(accountId)) throw new TypeError('A tenant needs the id of an account');
  const ids = contextIds === 'all' ? contextIds : contextIds.length === 0 ? [NO_CONTEXT] : [...contextIds];
  if (ids !== 'all' && !ids.every((id) => UUID.test(id))) throw new TypeError('A tenant needs ids of contexts');
  return { accountId, contextIds: ids } as unknown as Tenant;
}

/** The same account, with one context more: the one that the running call has just made. */
export const tenantWith = ({ accountId, contextIds }: Tenant, contextId: string): Tenant =>
  tenant(accountId, contextIds === 'all' ? 'all' : [...contextIds, contextId]);

/** Two transactions waited for each other, and PostgreSQL undid this one so that the other could go on. */
const DEADLOCK = '40P01';
const MAX_TRIES = 5;

/**
 * Runs a transaction anew when it was undone for another's sake, as PostgreSQL's manual asks of who uses it (13.3.4):
 * nothing of it was kept, and the other has most likely ended by now.
 */
async function retryingDeadlocks<T>(transact: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await callDatabase(transact);
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || tried === MAX_TRIES) throw error;
    }
  }
}

type Settings = Readonly<Record<string, string>>;

/** Settings that end with their transaction. */
const setLocally = (settings: Settings): SQL =>
  sql`select ${sql.join(
    Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
    sql`, `,
  )}`;

/** The embedded engine has no clock to end a statement by (`embedded/engine-host.ts`). */
const timeoutOf = ({ kind, statementTimeoutMs }: Db): Settings =>
  kind === 'postgres' && statementTimeoutMs ? { statement_timeout: String(statementTimeoutMs) } : {};

const asTenant = ({ accountId }: Tenant): Settings => ({ role: TENANT_ROLE, [ACCOUNT_SETTING]: accountId });
const AS_PLATFORM: Settings = { role: PLATFORM_ROLE };
const READ_ONLY: Settings = { transaction_read_only: 'on' };

/** Drizzle's own way with a pool loses the client for good when its connection breaks before the transaction has begun. */
async function transact<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await drizzle({ client }).transaction(work);
  } finally {
    // One that is not idle, because its rollback failed too, must not be given to anybody else.
    client.release(client.getTransactionStatus() !== 'I');
  }
}

function transactAs<T>(db: Db, settings: Settings, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryingDeadlocks(() =>
    transact(db.pool, async (tx) => {
      await tx.execute(setLocally({ ...settings, ...timeoutOf(db) }));
      return work(tx);
    }),
  );
}

/**
 * Runs `work` in one transaction that sees and writes the tenant's rows alone. Inside, await the database only, and
 * change nothing outside: `work` may run more than once.
 */
export function withTenant<T>(db: Db, tenant: Tenant, work: (tx: Tx) => Promise<T>): Promise<T> {
  return recorded(tenant.accountId, work, (recordedWork) => transactAs(db, asTenant(tenant), recordedWork));
}

/**
 * Runs `work` in one transaction of the platform's role, which sees every account. For `db/platform.ts` and jobs. It may
 * run more than once, as that of `withTenant`.
 */
export function withPlatform<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transactAs(db, AS_PLATFORM, work);
}

const dialect = new PgDialect();

function batchAs<T>(db: Db, settings: Settings, queries: readonly SQL[]): Promise<T[]> {
  const statements = [setLocally({ ...settings, ...timeoutOf(db) }), ...queries].map((query) =>
    dialect.sqlToQuery(query),
  );
  return retryingDeadlocks(() => sendBatch<T>(db.pool, statements));
}

/** One `select` over the tenant's rows. Columns come back under their SQL names. */
export function readTenant<T>(db: Db, tenant: Tenant, query: SQL): Promise<T[]> {
  return batchAs<T>(db, { ...READ_ONLY, ...asTenant(tenant) }, [query]);
}

/**
 * Statements that change the tenant's rows, all or none, in one round trip. What the last returns comes back under SQL names.
 */
export function changeTenant<T>(db: Db, tenant: Tenant, ...queries: SQL[]): Promise<T[]> {
  return batchAs<T>(db, asTenant(tenant), queries);
}

/** Division by zero: how one statement undoes itself when what it did is not enough (`unlessZero`). */
const UNDONE = '22012';
/** An expression that is 1, or has the whole statement undone when `count` is 0. */
export const unlessZero = (count: SQL): SQL => sql`1 / (${count})`;
/** Whether a statement undid itself. */
export const isUndone = (error: unknown): boolean => codeOf(error) === UNDONE;

/** One `select` over every account's rows. For `db/platform.ts`. */
export function readPlatform<T>(db: Db, query: SQL): Promise<T[]> {
  return batchAs<T>(db, { ...READ_ONLY, ...AS_PLATFORM }, [query]);
}

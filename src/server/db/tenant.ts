import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { recorded } from './call-record.ts';
import { ACCOUNT_SETTING, PLATFORM_ROLE, TENANT_ROLE } from './columns.ts';

/** A handle on the database inside one transaction. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** What the server holds of its database, whichever of the two it is. */
export interface Db {
  readonly kind: 'embedded' | 'postgres';
  readonly pool: pg.Pool;
  readonly orm: NodePgDatabase;
}

export const openOrm = (kind: Db['kind'], pool: pg.Pool): Db => ({ kind, pool, orm: drizzle({ client: pool }) });

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

/** The class of an error of PostgreSQL; drizzle keeps it as the cause of its own. */
const codeOf = (error: unknown): string | undefined =>
  (error as { code?: string }).code ?? (error as { cause?: { code?: string } }).cause?.code;

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
      return await transact();
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || tried === MAX_TRIES) throw error;
    }
  }
}

/**
 * Runs `work` in one transaction that sees and writes the tenant's rows alone. Inside, await the database only, and
 * change nothing outside: `work` may run more than once.
 */
export function withTenant<T>(db: Db, { accountId }: Tenant, work: (tx: Tx) => Promise<T>): Promise<T> {
  return recorded(accountId, work, (recordedWork) => {
    const transact = () =>
      db.orm.transaction(async (tx) => {
        await tx.execute(
          sql`select set_config('role', ${TENANT_ROLE}, true), set_config(${ACCOUNT_SETTING}, ${accountId}, true)`,
        );
        return recordedWork(tx);
      });
    return retryingDeadlocks(transact);
  });
}

/**
 * Runs `work` in one transaction of the platform's role, which sees every account. For `db/platform.ts` and jobs. It may
 * run more than once, as that of `withTenant`.
 */
export function withPlatform<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const transact = () =>
    db.orm.transaction(async (tx) => {
      await tx.execute(sql`select set_config('role', ${PLATFORM_ROLE}, true)`);
      return work(tx);
    });
  return retryingDeadlocks(transact);
}

const dialect = new PgDialect();

/** Runs statements under a role in a single round trip: their values are written into them as literals by drizzle. */
function runUnder<T>(db: Db, begin: string, preamble: string, queries: readonly SQL[]): Promise<T[]> {
  const statements = queries.map((query) => dialect.sqlToQuery(query.inlineParams()).sql);
  return retryingDeadlocks(() => send<T>(db, [begin, preamble, ...statements, 'commit'].join('; ')));
}

/** What the last statement before the commit returned. */
async function send<T>(db: Db, text: string): Promise<T[]> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  try {
    const results = await client.query(text);
    return (results as unknown as pg.QueryResult[]).at(-2)?.rows as T[];
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}

const asTenant = ({ accountId }: Tenant) =>
  `set local role ${TENANT_ROLE}; set local ${ACCOUNT_SETTING} = '${accountId}'`;

/** One `select` over the tenant's rows. Columns come back under their SQL names. */
export function readTenant<T>(db: Db, tenant: Tenant, query: SQL): Promise<T[]> {
  return runUnder<T>(db, 'begin read only', asTenant(tenant), [query]);
}

/**
 * Statements that change the tenant's rows, all or none, in one round trip. What the last returns comes back under SQL names.
 */
export function changeTenant<T>(db: Db, tenant: Tenant, ...queries: SQL[]): Promise<T[]> {
  return runUnder<T>(db, 'begin', asTenant(tenant), queries);
}

/** Division by zero: how one statement undoes itself when what it did is not enough (`unlessZero`). */
const UNDONE = '22012';
/** An expression that is 1, or has the whole statement undone when `count` is 0. */
export const unlessZero = (count: SQL): SQL => sql`1 / (${count})`;
/** Whether a statement undid itself. */
export const isUndone = (error: unknown): boolean => codeOf(error) === UNDONE;

/** One `select` over every account's rows. For `db/platform.ts`. */
export function readPlatform<T>(db: Db, query: SQL): Promise<T[]> {
  return runUnder<T>(db, 'begin read only', `set local role ${PLATFORM_ROLE}`, [query]);
}

import { and, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { recorded } from '../db/call-record.ts';
import { type Db, type Tenant, type Tx, withPlatform, withTenant } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';
import type { TenantRows } from './source.ts';

/**
 * The condition that every query of a tenant's resource must include. `contextIds` narrows it to the requested contexts;
 * contexts outside the tenant's are ignored. Throws for a source whose rows belong to no account.
 */
export function rowsOf(
  { accountId, contextId }: { accountId?: AnyPgColumn | SQL; contextId?: AnyPgColumn | SQL },
  tenant: Tenant,
  contextIds: readonly string[] = [],
): SQL {
  if (!accountId) throw new Error('Rows of the platform have no tenant');
  const parts: SQL[] = [sql`${accountId} = ${tenant.accountId}`];
  if (contextId) {
    if (tenant.contextIds !== 'all') parts.push(sql`${contextId} in ${[...tenant.contextIds]}`);
    if (contextIds.length > 0) parts.push(sql`${contextId} in ${[...contextIds]}`);
  }
  return and(...parts) as SQL;
}

/** The same for the table `alias` of a written statement; `column` has the context's id. */
export function rowsIn(alias: string, tenant: Tenant, contextIds: readonly string[] = [], column = 'context_id'): SQL {
  const at = (name: string) => sql`${sql.identifier(alias)}.${sql.identifier(name)}`;
  return rowsOf({ accountId: at('account_id'), contextId: at(column) }, tenant, contextIds);
}

/**
 * The condition for the rows that the caller may see. Platform resources have no tenant; the policy alone protects
 * them.
 */
export const visibleRows = (source: TenantRows, contextIds: readonly string[] = []): SQL | undefined =>
  source.resource.scope === 'platform' ? source.where : and(rowsOf(source, source.tenant, contextIds), source.where);

/** Works on rows of a resource in one transaction, like `withTenant`, which also records the call. */
export const withRows = <T>(db: Db, { resource, tenant }: TenantRows, work: (tx: Tx) => Promise<T>): Promise<T> =>
  resource.scope === 'platform'
    ? recorded(tenant.accountId, work, (recordedWork) => withPlatform(db, recordedWork))
    : withTenant(db, tenant, work);

/** Throws `ApiError` `not_found` for a context outside the tenant's, whether it exists or not. */
export function assertContext(tenant: Tenant, contextId: string): void {
  if (tenant.contextIds !== 'all' && !tenant.contextIds.includes(contextId)) throw notFound();
}

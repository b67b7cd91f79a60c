import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tenant } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Source } from './source.ts';

/**
 * "Which rows": the predicate that every query of a tenant's resource carries. `among` are the contexts that the call
 * names; those outside the tenant's own are as good as absent.
 */
export function rowsOf(source: Source, tenant: Tenant, among: readonly string[] = []): SQL {
  const parts: SQL[] = [eq(source.accountId, sql`${tenant.accountId}`)];
  if (source.contextId) {
    if (tenant.contextIds !== 'all') parts.push(inArray(source.contextId, [...tenant.contextIds]));
    if (among.length > 0) parts.push(inArray(source.contextId, [...among]));
  }
  return and(...parts) as SQL;
}

/** @throws ApiError `not_found` for a context outside the tenant's: foreign and absent answer alike. */
export function assertContext(tenant: Tenant, contextId: string): void {
  if (tenant.contextIds !== 'all' && !tenant.contextIds.includes(contextId)) throw notFound();
}

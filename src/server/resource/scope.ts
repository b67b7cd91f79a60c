import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Tenant } from '../db/tenant.ts';
import { notFound } from '../runtime/api-error.ts';
import type { ResourceSource } from './source.ts';

/**
 * The condition that every query of a tenant's resource must include. `contextIds` narrows it to the requested contexts;
 * contexts outside the tenant's are ignored.
 */
export function rowsOf(source: ResourceSource, tenant: Tenant, contextIds: readonly string[] = []): SQL {
  const parts: SQL[] = [eq(source.accountId, sql`${tenant.accountId}`)];
  if (source.contextId) {
    if (tenant.contextIds !== 'all') parts.push(inArray(source.contextId, [...tenant.contextIds]));
    if (contextIds.length > 0) parts.push(inArray(source.contextId, [...contextIds]));
  }
  return and(...parts) as SQL;
}

/** Throws `ApiError` `not_found` for a context outside the tenant's, whether it exists or not. */
export function assertContext(tenant: Tenant, contextId: string): void {
  if (tenant.contextIds !== 'all' && !tenant.contextIds.includes(contextId)) throw notFound();
}

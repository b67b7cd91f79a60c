import { and, eq, inArray } from 'drizzle-orm';
import { contexts, userContexts } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { notFound } from '../../runtime/api-error.ts';
import { invalidValue } from '../../runtime/field-errors.ts';

/**
 * Without duplicates; empty means all. Throws `ApiError` `not_found` for a context the caller does not see, and
 * `invalid_input` when a caller limited to some would assign all.
 */
export async function assignableContexts(tx: Tx, tenant: Tenant, contextIds: readonly string[]): Promise<string[]> {
  const requestedIds = [...new Set(contextIds)];
  if (requestedIds.length === 0) {
    if (tenant.contextIds === 'all') return [];
    throw invalidValue('contextIds', 'required');
  }
  const visibleIds = tenant.contextIds;
  if (visibleIds !== 'all' && !requestedIds.every((id) => visibleIds.includes(id))) throw notFound();
  const found = await tx
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(eq(contexts.accountId, tenant.accountId), inArray(contexts.id, requestedIds)));
  if (found.length < requestedIds.length) throw notFound();
  return requestedIds;
}

export async function assignContexts(
  tx: Tx,
  { accountId, userId }: { accountId: string; userId: string },
  contextIds: readonly string[],
): Promise<void> {
  await tx.delete(userContexts).where(and(eq(userContexts.accountId, accountId), eq(userContexts.userId, userId)));
  if (contextIds.length === 0) return;
  await tx.insert(userContexts).values(contextIds.map((contextId) => ({ accountId, userId, contextId })));
}

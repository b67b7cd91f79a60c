import { and, eq, inArray } from 'drizzle-orm';
import { contexts, userContexts } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { t } from '../../runtime/translate.ts';
import { notFound, ApiError } from '../../runtime/api-error.ts';

/**
 * The contexts that one person may let another into, each once; none means every context of the account.
 * @throws ApiError `not_found` for a context that he does not see himself; `invalid_input` when he sees chosen ones only
 * and would open all of them.
 */
export async function grantable(tx: Tx, tenant: Tenant, contextIds: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(contextIds)];
  if (wanted.length === 0) {
    if (tenant.contextIds === 'all') return [];
    const message = t('validation.required');
    throw new ApiError('invalid_input', { errors: [{ field: 'contextIds', code: 'required', message }] });
  }
  const seen = tenant.contextIds;
  if (seen !== 'all' && !wanted.every((id) => seen.includes(id))) throw notFound();
  const found = await tx
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(eq(contexts.accountId, tenant.accountId), inArray(contexts.id, wanted)));
  if (found.length < wanted.length) throw notFound();
  return wanted;
}

/** Writes down which contexts a person sees, in the place of those before. */
export async function letInto(
  tx: Tx,
  { accountId, userId }: { accountId: string; userId: string },
  contextIds: readonly string[],
): Promise<void> {
  await tx.delete(userContexts).where(and(eq(userContexts.accountId, accountId), eq(userContexts.userId, userId)));
  if (contextIds.length === 0) return;
  await tx.insert(userContexts).values(contextIds.map((contextId) => ({ accountId, userId, contextId })));
}

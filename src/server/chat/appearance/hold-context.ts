import { and, eq } from 'drizzle-orm';
import { contexts } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { assertContext } from '../../resource/scope.ts';
import { notFound } from '../../runtime/api-error.ts';

type Context = typeof contexts.$inferSelect;

/**
 * Reads a context and keeps it from going until the transaction ends; with `no key update` from changing too, so that
 * those who would are done one after the other. @throws ApiError `not_found`, for a foreign one as for an absent one.
 */
export async function holdContext(
  tx: Tx,
  tenant: Tenant,
  contextId: string,
  strength: 'key share' | 'no key update' = 'key share',
): Promise<Context> {
  assertContext(tenant, contextId);
  const own = and(eq(contexts.accountId, tenant.accountId), eq(contexts.id, contextId));
  const [context] = await tx.select().from(contexts).where(own).for(strength);
  if (!context) throw notFound();
  return context;
}

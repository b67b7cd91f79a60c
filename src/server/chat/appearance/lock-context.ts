import { and, eq } from 'drizzle-orm';
import { contexts } from '../../db/schema/knowledge.ts';
import type { Tenant, Tx } from '../../db/tenant.ts';
import { assertContext } from '../../resource/scope.ts';
import { notFound } from '../../runtime/api-error.ts';

type Context = typeof contexts.$inferSelect;

/** `key share` prevents deletion, `no key update` changes, too. Throws `ApiError` `not_found`, also if not visible. */
export async function lockContext(
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

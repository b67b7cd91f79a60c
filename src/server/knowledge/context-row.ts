import { and, eq } from 'drizzle-orm';
import { contexts } from '../db/schema/knowledge.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { assertContext } from '../resource/scope.ts';
import { notFound } from '../runtime/api-error.ts';

type ContextRow = typeof contexts.$inferSelect;

export const contextAt = ({ accountId }: Pick<Tenant, 'accountId'>, id: string) =>
  and(eq(contexts.accountId, accountId), eq(contexts.id, id));

/** `key share` prevents deletion, `no key update` changes, too. Throws `ApiError` `not_found`, also if not visible. */
export async function requireContext(
  tx: Tx,
  tenant: Tenant,
  contextId: string,
  lock?: 'key share' | 'no key update',
): Promise<ContextRow> {
  assertContext(tenant, contextId);
  const query = tx.select().from(contexts).where(contextAt(tenant, contextId)).$dynamic();
  const [context] = await (lock ? query.for(lock) : query);
  if (!context) throw notFound();
  return context;
}

/** Throws `ApiError` `not_found`, also if not visible. */
export async function updateContext(
  db: Db,
  tenant: Tenant,
  contextId: string,
  values: Partial<ContextRow>,
): Promise<void> {
  assertContext(tenant, contextId);
  // Returns the id alone, because the audit log reads the transaction's result.
  const changed = await withTenant(db, tenant, (tx) =>
    tx.update(contexts).set(values).where(contextAt(tenant, contextId)).returning({ id: contexts.id }),
  );
  if (changed.length === 0) throw notFound();
}

export const readContext = (db: Db, tenant: Tenant, contextId: string): Promise<ContextRow> =>
  withTenant(db, tenant, (tx) => requireContext(tx, tenant, contextId));

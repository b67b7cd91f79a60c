import { and, eq } from 'drizzle-orm';
import type { OwnAppearance } from '../../shared/appearance.ts';
import { contexts } from '../db/tables.ts';
import { type Db, type Tenant, withTenant } from '../db/tenant.ts';
import { notFound } from '../refusal.ts';
import { assertContext } from '../resource/scope.ts';

const at = (tenant: Tenant, id: string) => and(eq(contexts.accountId, tenant.accountId), eq(contexts.id, id));

/** What the widget of a context looks like, and how its answers are made. */
export async function readAppearance(db: Db, tenant: Tenant, contextId: string): Promise<OwnAppearance> {
  assertContext(tenant, contextId);
  const [context] = await withTenant(db, tenant, (tx) =>
    tx.select({ appearance: contexts.appearance, manner: contexts.manner }).from(contexts).where(at(tenant, contextId)),
  );
  if (!context) throw notFound();
  return { ...context.appearance, manner: context.manner };
}

/** Sets it, whole. Visitors see it within a minute, when their copy of the loader runs out. */
export async function setAppearance(
  db: Db,
  tenant: Tenant,
  contextId: string,
  { manner, ...appearance }: OwnAppearance,
): Promise<void> {
  assertContext(tenant, contextId);
  const changed = await withTenant(db, tenant, (tx) =>
    tx
      .update(contexts)
      .set({ appearance, manner, updatedAt: new Date() })
      .where(at(tenant, contextId))
      .returning({ id: contexts.id }),
  );
  if (changed.length === 0) throw notFound();
}

import { and, eq } from 'drizzle-orm';
import type { HandoverSettings } from '../../../shared/handover.ts';
import { contexts } from '../../db/schema/knowledge.ts';
import { type Db, type Tenant, withTenant } from '../../db/tenant.ts';
import { assertContext } from '../../resource/scope.ts';
import { notFound } from '../../runtime/api-error.ts';

const OFF: HandoverSettings = { isOn: false, hours: [] };

const its = ({ accountId }: Tenant, id: string) => and(eq(contexts.accountId, accountId), eq(contexts.id, id));

/** Returns whether and when visitors of a context may call a person. Throws `ApiError` `not_found`. */
export async function readSettings(db: Db, tenant: Tenant, contextId: string): Promise<HandoverSettings> {
  assertContext(tenant, contextId);
  const [found] = await withTenant(db, tenant, (tx) =>
    tx.select({ handover: contexts.handover }).from(contexts).where(its(tenant, contextId)),
  );
  if (!found) throw notFound();
  return found.handover ?? OFF;
}

/** Throws `ApiError` `not_found`. */
export async function saveSettings(
  db: Db,
  tenant: Tenant,
  contextId: string,
  handover: HandoverSettings,
): Promise<void> {
  assertContext(tenant, contextId);
  const saved = await withTenant(db, tenant, (tx) =>
    tx.update(contexts).set({ handover }).where(its(tenant, contextId)).returning({ id: contexts.id }),
  );
  if (saved.length === 0) throw notFound();
}

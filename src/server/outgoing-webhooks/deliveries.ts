import { and, eq } from 'drizzle-orm';
import { webhookDeliveries as resource } from '../../../resources/webhook-deliveries.ts';
import { accounts } from '../db/schema/identity.ts';
import { contexts } from '../db/schema/knowledge.ts';
import { webhookDeliveries as deliveries } from '../db/schema/outgoing-webhooks.ts';
import { type Tenant, withTenant } from '../db/tenant.ts';
import { showRow } from '../resource/query.ts';
import { notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { storedEvent } from './deliver.ts';
import { payloadOf } from './payload.ts';
import { deliveriesSource, visibleDeliveries } from './webhook-sources.ts';

/** Returns a delivery with its event and its latest attempts. Throws `ApiError` `not_found`. */
export async function showDelivery({ db, publicUrl }: Services, tenant: Tenant, id: string) {
  const row = await showRow(db, resource, deliveriesSource(tenant), tenant, id);
  const [found] = await withTenant(db, tenant, (tx) =>
    tx
      .select({ delivery: deliveries, account: accounts.name, context: contexts.name })
      .from(deliveries)
      .innerJoin(accounts, eq(accounts.id, deliveries.accountId))
      .leftJoin(contexts, and(eq(contexts.accountId, deliveries.accountId), eq(contexts.id, deliveries.contextId)))
      .where(and(eq(deliveries.accountId, tenant.accountId), eq(deliveries.id, id), visibleDeliveries(tenant))),
  );
  if (!found) throw notFound();
  const { delivery, account, context } = found;
  return { ...row, payload: payloadOf(storedEvent(delivery, account, context), publicUrl()), log: delivery.log };
}

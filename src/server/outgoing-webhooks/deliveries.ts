import { and, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import { webhookDeliveries as resource } from '../../../resources/webhook-deliveries.ts';
import { DELIVERY_DAYS } from '../../shared/webhook-events.ts';
import { deleteInSteps } from '../db/delete-in-steps.ts';
import { noteChange } from '../db/live-changes.ts';
import { accounts } from '../db/schema/identity.ts';
import { contexts } from '../db/schema/knowledge.ts';
import { outgoingWebhooks as webhooks, webhookDeliveries as deliveries } from '../db/schema/outgoing-webhooks.ts';
import { type Db, type Tenant, type Tx, withTenant } from '../db/tenant.ts';
import { announceJob } from '../jobs/queue.ts';
import type { Behaviour } from '../resource/behaviour.ts';
import { showRow } from '../resource/query.ts';
import { rowsFor } from '../resource/source.ts';
import { ApiError, notFound } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { storedEvent } from './deliver.ts';
import { payloadOf } from './payload.ts';
import { deliveryPayload } from './record-event.ts';
import { deliveriesSource, visibleDeliveries } from './webhook-sources.ts';

/** The embedded database serves nobody else meanwhile. */
const REPLAYED_MAX = 1_000;

const isActive = sql`exists (select from outgoing_webhooks w
  where w.account_id = ${deliveries.accountId} and w.id = ${deliveries.webhookId} and w.is_active)`;

/** With event and latest attempts. Throws `ApiError` `not_found`. */
export async function showDelivery({ db, publicUrl }: Services, tenant: Tenant, id: string) {
  const row = await showRow(db, rowsFor(deliveriesSource, tenant), id);
  const [found] = await withTenant(db, tenant, (tx) =>
    tx
      .select({ delivery: deliveries, webhook: webhooks, account: accounts.name, context: contexts.name })
      .from(deliveries)
      .innerJoin(accounts, eq(accounts.id, deliveries.accountId))
      .innerJoin(webhooks, and(eq(webhooks.accountId, deliveries.accountId), eq(webhooks.id, deliveries.webhookId)))
      .leftJoin(contexts, and(eq(contexts.accountId, deliveries.accountId), eq(contexts.id, deliveries.contextId)))
      .where(and(eq(deliveries.accountId, tenant.accountId), eq(deliveries.id, id), visibleDeliveries(tenant))),
  );
  if (!found) throw notFound();
  const { delivery, webhook, account, context } = found;
  const payload = payloadOf(storedEvent(delivery, account, context), publicUrl(), webhook);
  return { ...row, payload, log: delivery.log };
}

/** For another day of attempts. Returns their ids. */
async function requeue(tx: Tx, tenant: Tenant, which: SQL, limit: number): Promise<string[]> {
  const { accountId } = tenant;
  const { rows } = await tx.execute<{ id: string }>(sql`
    with chosen as materialized (
      select ${deliveries.id} from ${deliveries}
      where ${and(eq(deliveries.accountId, accountId), visibleDeliveries(tenant), isActive, which)}
      order by ${deliveries.createdAt} limit ${limit} for update)
    update webhook_deliveries d set state = 'waiting', tried_since = null, next_at = null, delivered_at = null
    where d.account_id = ${accountId} and d.id in (select id from chosen)
    returning d.id`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  // Replaces a job that is waiting for its next attempt or is parked by one that is due now.
  await tx.execute(sql`delete from jobs where account_id = ${accountId} and kind = 'webhook' and subject_id in ${ids}
    and lease_token is null`);
  await tx.execute(sql`
    insert into jobs (account_id, id, kind, subject_id, version, payload)
    select d.account_id, gen_random_uuid(), 'webhook', d.id, d.attempts, ${deliveryPayload} from webhook_deliveries d
      join outgoing_webhooks w on w.account_id = d.account_id and w.id = d.webhook_id
    where d.account_id = ${accountId} and d.id in ${ids}
    on conflict do nothing`);
  announceJob(tx, 'webhook');
  return ids;
}

/** Whatever their state. Throws `ApiError` `webhook_inactive` when one of the webhooks is off. */
const replay = async (tx: Tx, tenant: Tenant, rows: readonly { id: string }[]): Promise<void> => {
  const ids = rows.map(({ id }) => id);
  const queued = await requeue(tx, tenant, inArray(deliveries.id, ids), ids.length);
  if (queued.length < ids.length) throw new ApiError('webhook_inactive');
};

export const deliveryBehaviour: Behaviour = {
  actions: { replay: { operationId: 'replayWebhookDelivery', run: replay } },
} satisfies Behaviour<typeof resource>;

/** Of active webhooks, or of one, the oldest first. Returns how many; further ones need another call. */
export async function replayParked({ db }: Services, tenant: Tenant, webhookId: string | null): Promise<number> {
  const which = and(eq(deliveries.state, 'parked'), webhookId ? eq(deliveries.webhookId, webhookId) : undefined)!;
  return withTenant(db, tenant, async (tx) => {
    const queued = await requeue(tx, tenant, which, REPLAYED_MAX);
    for (const id of queued) noteChange(tx, resource, { accountId: tenant.accountId, type: 'updated', id });
    return queued.length;
  });
}

/** Of all accounts, older than 30 days and no longer waiting. Returns their number. */
export const sweepDeliveries = (db: Db): Promise<number> =>
  deleteInSteps(
    db,
    deliveries,
    [deliveries.accountId, deliveries.id],
    and(
      lt(deliveries.createdAt, sql`now() - make_interval(days => ${DELIVERY_DAYS})`),
      ne(deliveries.state, 'waiting'),
    )!,
  );

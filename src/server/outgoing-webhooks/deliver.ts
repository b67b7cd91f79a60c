import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { outgoingWebhooks as webhooksResource } from '../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries as deliveriesResource } from '../../../resources/webhook-deliveries.ts';
import { DAY_MS } from '../../shared/constants.ts';
import { isDelivered } from '../../shared/webhook-events.ts';
import type { DeliveryAttempt } from '../../shared/webhook-payloads.ts';
import { changesIn } from '../db/live-changes.ts';
import { accounts } from '../db/schema/identity.ts';
import { contexts } from '../db/schema/knowledge.ts';
import { outgoingWebhooks, webhookDeliveries } from '../db/schema/outgoing-webhooks.ts';
import { type Db, readTenant, tenant, type Tx, withTenant } from '../db/tenant.ts';
import { addJob, finishJob, finishJobWith, type Job } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { Services } from '../runtime/services.ts';
import { notifyOwners } from './notify-owners.ts';
import { payloadOf, type StoredEvent } from './payload.ts';
import { sendEvent } from './send-event.ts';
import { targetOf } from './signing-secrets.ts';

const LOG_MAX = 20;
const HTTP_GONE = 410;
const SHORTEST_WAIT_MS = 30_000;
/** A receiver that hangs keeps its workers for ten seconds each; twelve such accounts leave some free. */
const CONCURRENCY = { total: 100, perAccount: 8, perHost: 8, batch: 4 };

type Delivery = typeof webhookDeliveries.$inferSelect;
type Webhook = typeof outgoingWebhooks.$inferSelect;
interface WaitingDelivery {
  delivery: Delivery;
  webhook: Webhook;
  stored: StoredEvent;
}

/** Gone once its visitor, context or webhook has been deleted. */
async function findWaiting(db: Db, { accountId, subjectId }: Job): Promise<WaitingDelivery | null> {
  const d = webhookDeliveries;
  const w = outgoingWebhooks;
  // One round trip: with a backlog, most of the time goes into the database.
  const [row] = await readTenant<Record<string, unknown> & { account: string; context: string | null }>(
    db,
    tenant(accountId, 'all'),
    sql`select ${columnsAs(d, DELIVERY)}, ${columnsAs(w, WEBHOOK)}, ${accounts.name} as account, ${contexts.name} as context
        from ${d} join ${w} on ${w.accountId} = ${d.accountId} and ${w.id} = ${d.webhookId}
          join ${accounts} on ${accounts.id} = ${d.accountId}
          left join ${contexts} on ${contexts.accountId} = ${d.accountId} and ${contexts.id} = ${d.contextId}
        where ${d.accountId} = ${accountId} and ${d.id} = ${subjectId} and ${d.state} = 'waiting'`,
  );
  if (!row) return null;
  const delivery = rowOf<Delivery>(row, DELIVERY);
  return { delivery, webhook: rowOf<Webhook>(row, WEBHOOK), stored: storedEvent(delivery, row.account, row.context) };
}

const DELIVERY = 'delivery.';
const WEBHOOK = 'webhook.';

/** Under their names in the schema, after a prefix. */
const columnsAs = (table: PgTable, prefix: string): SQL =>
  sql.join(
    Object.entries(getTableColumns(table)).map(([name, column]) => sql`${column} as ${sql.identifier(prefix + name)}`),
    sql`, `,
  );

const rowOf = <Row>(row: object, prefix: string): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  ) as Row;

/** With the current names of account and context. */
export const storedEvent = (
  { accountId, eventId, event, createdAt, contextId, data }: Delivery,
  account: string,
  context: string | null,
): StoredEvent => ({
  eventId,
  event,
  createdAt,
  account: { id: accountId, name: account },
  context: contextId === null ? null : { id: contextId, name: context ?? '' },
  data: data as unknown as StoredEvent['data'],
});

const isDelivery = ({ accountId, id }: Delivery) =>
  and(eq(webhookDeliveries.accountId, accountId), eq(webhookDeliveries.id, id), eq(webhookDeliveries.state, 'waiting'));

interface Outcome {
  attempt: DeliveryAttempt;
  now: Date;
  publicUrl: string;
}

/** Null after a day. Each wait is as long as all attempts so far: 30 s, 1, 2, 4 … minutes. */
function nextAttempt(startedAt: Date, now: Date): Date | null {
  const elapsed = now.getTime() - startedAt.getTime();
  if (elapsed >= DAY_MS) return null;
  const wait = Math.min(Math.max(elapsed, SHORTEST_WAIT_MS), DAY_MS - elapsed);
  return new Date(now.getTime() + wait);
}

/** Later than stored, if the clock was ahead at the first attempt. */
const triedSinceOf = ({ triedSince }: Delivery, at: Date) => (triedSince && triedSince < at ? triedSince : at);

const logOf = ({ log }: Delivery, attempt: DeliveryAttempt) => [...log, attempt].slice(-LOG_MAX);

const saveArrival = ({ delivery }: WaitingDelivery, { attempt, now }: Outcome): SQL => sql`
  update ${webhookDeliveries} set state = 'delivered', tried_since = ${triedSinceOf(delivery, new Date(attempt.at))},
    next_at = null, delivered_at = ${now}, attempts = attempts + 1, log = ${JSON.stringify(logOf(delivery, attempt))}::jsonb
  where ${isDelivery(delivery)}`;

/** Queues the next one or parks the delivery. */
async function saveFailure(tx: Tx, { delivery, webhook }: WaitingDelivery, outcome: Outcome): Promise<void> {
  const { attempt, now } = outcome;
  const at = new Date(attempt.at);
  const triedSince = triedSinceOf(delivery, at);
  const isGone = attempt.status === HTTP_GONE;
  const next = isGone ? null : nextAttempt(triedSince, now);
  const saved = await tx
    .update(webhookDeliveries)
    .set({
      state: next ? 'waiting' : 'parked',
      triedSince,
      nextAt: next,
      deliveredAt: null,
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      log: logOf(delivery, attempt),
    })
    .where(isDelivery(delivery))
    .returning({ id: webhookDeliveries.id });
  if (saved.length === 0) return;
  if (next) {
    const { accountId, id: subjectId, attempts } = delivery;
    const payload = { host: URL.parse(webhook.url)?.host };
    await addJob(tx, { accountId, kind: 'webhook', subjectId, version: attempts + 1, payload, runAt: next });
  }
  if (isGone) await switchOff(tx, webhook, now);
  if (!next) await notifyOwners(tx, webhook, isGone ? 'webhookGone' : 'webhookParked', outcome);
}

/** Its address says that it is gone for good. */
const switchOff = (tx: Tx, { accountId, id }: Webhook, now: Date) =>
  tx
    .update(outgoingWebhooks)
    .set({ isActive: false, goneAt: now, updatedAt: now })
    .where(and(eq(outgoingWebhooks.accountId, accountId), eq(outgoingWebhooks.id, id)));

/** A delivery also changes what its webhook shows. */
const tellOutcome = (db: Db, { accountId, id, webhookId }: Delivery): void =>
  changesIn(db).tell([
    { accountId, resource: deliveriesResource.name, type: 'updated', id },
    { accountId, resource: webhooksResource.name, type: 'updated', id: webhookId },
  ]);

/** At least once: the queue repeats what was not stored. Parked after a day, or unsent when the webhook is off. */
export function webhookWorker(services: Services, now = () => new Date()): JobHandler {
  const { db, key } = services;
  const within = <T>(job: Job, work: (tx: Tx) => Promise<T>) => withTenant(db, tenant(job.accountId, 'all'), work);
  return {
    concurrency: CONCURRENCY,
    async run(job, signal) {
      const waiting = await findWaiting(db, job);
      if (!waiting) return finishJobWith(db, job);
      const { delivery, webhook, stored } = waiting;
      if (!webhook.isActive)
        return within(job, async (tx) => {
          await tx.update(webhookDeliveries).set({ state: 'parked', nextAt: null }).where(isDelivery(delivery));
          await finishJob(tx, job);
        });
      const target = targetOf(key, webhook, now());
      const payload = payloadOf(stored, services.publicUrl(), webhook);
      const attempt = await sendEvent(services, target, payload, { deliveryId: delivery.id, now, signal });
      const outcome = { attempt, now: now(), publicUrl: services.publicUrl() };
      if (isDelivered(attempt)) await finishJobWith(db, job, saveArrival(waiting, outcome));
      else
        await within(job, async (tx) => {
          await saveFailure(tx, waiting, outcome);
          await finishJob(tx, job);
        });
      tellOutcome(db, delivery);
    },
    /** Our own error, such as a secret that cannot be decrypted: no request was sent. */
    async giveUp({ accountId, subjectId }) {
      await withTenant(db, tenant(accountId, 'all'), (tx) =>
        tx
          .update(webhookDeliveries)
          .set({ state: 'parked', nextAt: null })
          .where(and(eq(webhookDeliveries.accountId, accountId), eq(webhookDeliveries.id, subjectId))),
      );
    },
  };
}

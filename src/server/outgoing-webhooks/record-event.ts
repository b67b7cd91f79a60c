import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { WebhookEventType } from '../../shared/webhook-events.ts';
import type { WebhookEventData } from '../../shared/webhook-payloads.ts';
import type { Tx } from '../db/tenant.ts';
import { announceJob } from '../jobs/queue.ts';

interface NewEvent<T extends WebhookEventType> {
  accountId: string;
  type: T;
  /** Recorded only once; unique among the account's events of this type. */
  cause: string;
  /** Absent for events of the account, which only webhooks for all contexts receive. */
  contextId?: string;
  /** Erasing its visitor deletes the event. */
  conversationId?: string;
  data: WebhookEventData[T];
}

export type WebhookEvent = { [T in WebhookEventType]: NewEvent<T> }[WebhookEventType];

/** For webhook `w`; concurrency is limited per host. */
export const deliveryPayload = sql`jsonb_build_object('host', substring(w.url from '://(?:[^/?#]*@)?([^/?#]+)'))`;

/** In the transaction of the cause: neither exists without the other. Only if `condition` holds. */
export function recordEventStatement(event: WebhookEvent, condition: SQL = sql`true`): SQL {
  const { accountId, type, cause, contextId = null, conversationId = null, data } = event;
  // Here the database generates the ids, because only it knows the number of rows.
  return sql`
    with recorded as (
      insert into webhook_deliveries (account_id, id, webhook_id, event_id, event, cause, context_id, conversation_id, data)
      select w.account_id, gen_random_uuid(), w.id, ${uuidv7()}::uuid, ${type}, ${`${type}:${cause}`}, ${contextId}::uuid,
        ${conversationId}::uuid, ${JSON.stringify(data)}::jsonb
      from outgoing_webhooks w
      where w.account_id = ${accountId}::uuid and w.is_active and ${type} = any(w.events)
        and (w.all_contexts or exists (select from outgoing_webhook_contexts c
          where c.account_id = w.account_id and c.webhook_id = w.id and c.context_id = ${contextId}::uuid))
        and ${condition}
      on conflict (account_id, webhook_id, cause) do nothing
      returning account_id, id, webhook_id)
    insert into jobs (account_id, id, kind, subject_id, payload)
    select r.account_id, gen_random_uuid(), 'webhook', r.id, ${deliveryPayload}
    from recorded r join outgoing_webhooks w on w.account_id = r.account_id and w.id = r.webhook_id`;
}

/** About a visitor without a conversation: no foreign key deletes these when the visitor is erased. */
export const deleteEventsStatement = (accountId: string, type: WebhookEventType, causes: SQL): SQL => sql`
  delete from webhook_deliveries
  where account_id = ${accountId} and cause in (select ${`${type}:`} || given.cause from (${causes}) as given(cause))`;

/** Call it in the transaction of the cause. */
export async function recordEvent(tx: Tx, event: WebhookEvent, condition?: SQL): Promise<void> {
  const { rowCount } = await tx.execute(recordEventStatement(event, condition));
  if (rowCount) announceJob(tx, 'webhook');
}

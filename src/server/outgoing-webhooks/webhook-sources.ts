import { and, eq, type SQL, sql } from 'drizzle-orm';
import { outgoingWebhooks as webhooksResource } from '../../../resources/outgoing-webhooks.ts';
import { webhookDeliveries as deliveriesResource } from '../../../resources/webhook-deliveries.ts';
import { outgoingWebhooks as webhooks, webhookDeliveries as deliveries } from '../db/schema/outgoing-webhooks.ts';
import { NO_CONTEXT, type Tenant } from '../db/tenant.ts';
import { defineSource, type ResourceSource } from '../resource/source.ts';

/** If all selected contexts have been deleted, the list holds an id that no context has: an empty list means all. */
const contextIds = sql`case when ${webhooks.allContexts} then '[]'::json else
  (select coalesce(json_agg(c.context_id order by c.context_id), json_build_array(${NO_CONTEXT}::text))
    from outgoing_webhook_contexts c
    where c.account_id = ${webhooks.accountId} and c.webhook_id = ${webhooks.id}) end`;

const status = sql`case when ${webhooks.isActive} then 'active' when ${webhooks.goneAt} is not null then 'gone'
  else 'paused' end`;

const deliveredAt = sql`(select max(d.delivered_at) from webhook_deliveries d
  where d.account_id = ${webhooks.accountId} and d.webhook_id = ${webhooks.id})`;

const parked = sql`(select count(*)::int from webhook_deliveries d
  where d.account_id = ${webhooks.accountId} and d.webhook_id = ${webhooks.id} and d.state = 'parked')`;

/** A limited member sees only webhooks limited to a subset: others receive what the member may not see. */
function visibleWebhooks({ contextIds: own }: Tenant): SQL | undefined {
  if (own === 'all') return undefined;
  return sql`not ${webhooks.allContexts} and not exists (select from outgoing_webhook_contexts c
    where c.account_id = ${webhooks.accountId} and c.webhook_id = ${webhooks.id} and c.context_id not in ${[...own]})`;
}

export const visibleWebhook = (tenant: Tenant, id: string): SQL =>
  and(eq(webhooks.accountId, tenant.accountId), eq(webhooks.id, id), visibleWebhooks(tenant)) as SQL;

export const webhooksSource = (tenant: Tenant): ResourceSource =>
  defineSource(webhooksResource, {
    table: webhooks,
    where: visibleWebhooks(tenant),
    fields: {
      headers: sql`(select string_agg(name || ': ••••••', e'\n' order by at)
        from unnest(${webhooks.headerNames}) with ordinality as h(name, at))`,
      contextIds,
      status,
      parked,
      deliveredAt,
    },
  });

export function visibleDeliveries(tenant: Tenant): SQL | undefined {
  if (tenant.contextIds === 'all') return undefined;
  return sql`exists (select from ${webhooks} where ${webhooks.accountId} = ${deliveries.accountId}
    and ${webhooks.id} = ${deliveries.webhookId} and ${visibleWebhooks(tenant)})`;
}

export const deliveriesSource = (tenant: Tenant): ResourceSource =>
  defineSource(deliveriesResource, {
    table: deliveries,
    where: visibleDeliveries(tenant),
    fields: {
      webhook: sql`(select w.name from outgoing_webhooks w
        where w.account_id = ${deliveries.accountId} and w.id = ${deliveries.webhookId})`,
      answerStatus: sql`(${deliveries.log} -> -1 ->> 'status')::int`,
      error: sql`${deliveries.log} -> -1 ->> 'error'`,
    },
  });

import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { DELIVERY_STATES, WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '../../../shared/webhook-events.ts';
import type { DeliveryAttempt } from '../../../shared/webhook-payloads.ts';
import { accountId, createdAt, entityTable, moment, tenantReference, tenantTable, updatedAt } from '../columns.ts';
import { conversations } from './chat.ts';
import { accounts } from './identity.ts';
import { contexts } from './knowledge.ts';

export const outgoingWebhooks = entityTable(
  'outgoing_webhooks',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    url: text('url').notNull(),
    format: text('format', { enum: WEBHOOK_FORMATS }).notNull(),
    events: text('events', { enum: WEBHOOK_EVENTS }).array().notNull(),
    /** False: only those in outgoing_webhook_contexts. */
    allContexts: boolean('all_contexts').notNull(),
    hidesPersonalData: boolean('hides_personal_data').notNull().default(false),
    isActive: boolean('is_active').notNull(),
    goneAt: moment('gone_at'),
    /** Encrypted with the webhook's id as associated data. */
    sealedSecret: text('sealed_secret').notNull(),
    /** Until `previousUntil`, events are signed with both. */
    previousSecret: text('previous_secret'),
    previousUntil: moment('previous_until'),
    /** Values are encrypted like the secret. */
    headerNames: text('header_names').array().notNull().default([]),
    sealedHeaders: text('sealed_headers'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('outgoing_webhooks_name').on(t.accountId, t.name)],
);

/** Unless it receives those of all. */
export const outgoingWebhookContexts = tenantTable(
  'outgoing_webhook_contexts',
  {
    webhookId: uuid('webhook_id').notNull(),
    contextId: uuid('context_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.webhookId, t.contextId] }),
    tenantReference('outgoing_webhook_contexts_webhook', [t.accountId, t.webhookId], outgoingWebhooks),
    tenantReference('outgoing_webhook_contexts_context', [t.accountId, t.contextId], contexts),
  ],
);

/** Recorded in its cause's transaction. Erasing a visitor deletes them with the conversations. */
export const webhookDeliveries = entityTable(
  'webhook_deliveries',
  {
    webhookId: uuid('webhook_id').notNull(),
    /** Equal for all webhooks of one event, so that receivers recognise it. */
    eventId: uuid('event_id').notNull(),
    event: text('event', { enum: WEBHOOK_EVENTS }).notNull(),
    /** So that it is recorded only once. */
    cause: text('cause').notNull(),
    /** Null for events of the account. */
    contextId: uuid('context_id'),
    conversationId: uuid('conversation_id'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    log: jsonb('log').$type<DeliveryAttempt[]>().notNull().default([]),
    /** Since recorded or replayed; parked a day later. */
    triedSince: moment('tried_since'),
    nextAt: moment('next_at'),
    deliveredAt: moment('delivered_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('webhook_deliveries_once').on(t.accountId, t.webhookId, t.cause),
    index('webhook_deliveries_by_time').on(t.accountId, t.createdAt.desc(), t.id.desc().nullsFirst()),
    index('webhook_deliveries_old').on(t.createdAt),
    index('webhook_deliveries_by_conversation')
      .on(t.accountId, t.conversationId)
      .where(sql`conversation_id is not null`),
    index('webhook_deliveries_parked')
      .on(t.accountId, t.webhookId)
      .where(sql`state = 'parked'`),
    tenantReference('webhook_deliveries_webhook', [t.accountId, t.webhookId], outgoingWebhooks),
    tenantReference('webhook_deliveries_context', [t.accountId, t.contextId], contexts),
    tenantReference('webhook_deliveries_conversation', [t.accountId, t.conversationId], conversations),
  ],
);

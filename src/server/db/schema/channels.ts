import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { CHANNEL_PROBLEMS, SEND_STATES } from '../../../shared/channels.ts';
import { bytea, createdAt, entityTable, moment, tenantReference, updatedAt } from '../columns.ts';
import { contexts } from './knowledge.ts';

/** Numbers of WhatsApp on which contexts answer. */
export const channels = entityTable(
  'channels',
  {
    contextId: uuid('context_id').notNull(),
    name: text('name').notNull(),
    phoneNumberId: text('phone_number_id').notNull(),
    wabaId: text('waba_id').notNull(),
    /** Encrypted with the channel's id as associated data; beside them what of each may be shown. */
    sealedToken: text('sealed_token').notNull(),
    tokenEnding: text('token_ending').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    secretEnding: text('secret_ending').notNull(),
    verifyToken: text('verify_token').notNull(),
    silentHours: integer('silent_hours').notNull(),
    isOn: boolean('is_on').notNull(),
    phone: text('phone'),
    /** Why Meta refuses to send; null if it does not. */
    problem: text('problem', { enum: CHANNEL_PROBLEMS }),
    /** When Meta proved that it knows the webhook, and when it last sent something signed. */
    verifiedAt: moment('verified_at'),
    receivedAt: moment('received_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('channels_phone_number_id').on(t.accountId, t.phoneNumberId),
    /** Meta only knows the id. */
    index('channels_by_id').on(t.id),
    tenantReference('channels_context', [t.accountId, t.contextId], contexts),
  ],
);

/** Visitors who wrote to a channel. Erasing the visitor deletes the row, and with it all that was received and sent. */
export const channelContacts = entityTable(
  'channel_contacts',
  {
    channelId: uuid('channel_id').notNull(),
    /** The number, or Meta's id of a visitor who hides it. */
    peer: text('peer').notNull(),
    visitorHash: text('visitor_hash').notNull(),
    name: text('name'),
    /** The running conversation; null before the first answer. */
    conversationId: uuid('conversation_id'),
    /** When the visitor last wrote, by Meta's clock. */
    wroteAt: moment('wrote_at'),
    /** When the visitor was told what happens with the messages. */
    noticedAt: moment('noticed_at'),
    /** When the visitor asked for no more messages. */
    stoppedAt: moment('stopped_at'),
    /** The assistant is silent until then, because somebody answered from the phone. */
    silentUntil: moment('silent_until'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('channel_contacts_peer').on(t.accountId, t.channelId, t.peer),
    index('channel_contacts_by_visitor').on(t.accountId, t.visitorHash),
    index('channel_contacts_by_conversation').on(t.accountId, t.conversationId),
    tenantReference('channel_contacts_channel', [t.accountId, t.channelId], channels),
  ],
);

/** Messages that a channel received, once by Meta's id. */
export const channelEvents = entityTable(
  'channel_events',
  {
    channelId: uuid('channel_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    externalId: text('external_id').notNull(),
    /** `echo`: sent by somebody of the business from the phone. */
    kind: text('kind', { enum: ['message', 'echo'] }).notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    /** By Meta's clock, in whole seconds. */
    sentAt: moment('sent_at').notNull(),
    /** `silent`: not to be answered. `failed`: no answer could be made. */
    state: text('state', { enum: ['waiting', 'answered', 'silent', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    unique('channel_events_once').on(t.accountId, t.channelId, t.externalId),
    index('channel_events_waiting')
      .on(t.accountId, t.contactId, t.sentAt)
      .where(sql`state = 'waiting'`),
    index('channel_events_old').on(t.createdAt),
    tenantReference('channel_events_contact', [t.accountId, t.contactId], channelContacts),
  ],
);

/** Messages that a channel sends or has sent, in the order of `seq` for each contact. The id is returned with each status. */
export const channelSends = entityTable(
  'channel_sends',
  {
    channelId: uuid('channel_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    seq: integer('seq').notNull(),
    /** What it answers, unique for the contact, so that nothing is said twice. */
    cause: text('cause').notNull(),
    /** `answer`: by the assistant, who may have to be silent. `person`: by a person. `notice`: by us, always sent. */
    kind: text('kind', { enum: ['answer', 'person', 'notice'] }).notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    conversationId: uuid('conversation_id'),
    state: text('state', { enum: SEND_STATES }).notNull().default('queued'),
    /** Meta's id of the message. */
    externalId: text('external_id'),
    /** Meta's code of the last error. */
    errorCode: integer('error_code'),
    attempts: integer('attempts').notNull().default(0),
    triedAt: moment('tried_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('channel_sends_once').on(t.accountId, t.contactId, t.cause),
    unique('channel_sends_order').on(t.accountId, t.contactId, t.seq),
    index('channel_sends_queued')
      .on(t.accountId, t.contactId, t.seq)
      .where(sql`state in ('queued', 'sending')`),
    index('channel_sends_by_external_id').on(t.accountId, t.channelId, t.externalId),
    index('channel_sends_old').on(t.createdAt),
    tenantReference('channel_sends_contact', [t.accountId, t.contactId], channelContacts),
  ],
);

/** Files that visitors sent, as far as they were small enough to keep, by the event that named them. */
export const channelFiles = entityTable(
  'channel_files',
  {
    type: text('type').notNull(),
    bytes: bytea('bytes').notNull(),
    createdAt: createdAt(),
  },
  (t) => [tenantReference('channel_files_event', [t.accountId, t.id], channelEvents)],
);

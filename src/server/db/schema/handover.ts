import { sql } from 'drizzle-orm';
import { boolean, index, integer, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { HANDOVER_REASONS, HANDOVER_STATES, TALK_AUTHORS } from '../../../shared/handover.ts';
import { entityTable, moment, tenantReference, tenantTable } from '../columns.ts';
import { conversations } from './chat.ts';
import { users } from './identity.ts';
import { contexts } from './knowledge.ts';

/** At most one is open in a conversation. */
export const handovers = entityTable(
  'handovers',
  {
    conversationId: uuid('conversation_id').notNull(),
    contextId: uuid('context_id').notNull(),
    state: text('state', { enum: HANDOVER_STATES }).notNull(),
    reason: text('reason', { enum: HANDOVER_REASONS }).notNull(),
    protocol: text('protocol').notNull(),
    afterMessageId: uuid('after_message_id'),
    /** The one who has it, or had it last; the name stays when the user is removed. */
    userId: uuid('user_id'),
    userName: text('user_name'),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    takenAt: moment('taken_at'),
    firstReplyAt: moment('first_reply_at'),
    endedAt: moment('ended_at'),
    closeReason: text('close_reason'),
    helped: boolean('helped'),
    /** Raised under the lock of this row. */
    lastSeq: integer('last_seq').notNull().default(0),
    visitorReadTo: integer('visitor_read_to').notNull().default(0),
    personReadTo: integer('person_read_to').notNull().default(0),
    visitorTypingAt: moment('visitor_typing_at'),
    personTypingAt: moment('person_typing_at'),
    /** Raised with every change, for those who wait for news. */
    revision: integer('revision').notNull().default(1),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (t) => [
    unique('handovers_protocol').on(t.accountId, t.protocol),
    uniqueIndex('handovers_open')
      .on(t.accountId, t.conversationId)
      .where(sql`state in ('waiting', 'taken')`),
    index('handovers_by_conversation').on(t.accountId, t.conversationId, t.id),
    index('handovers_by_context').on(t.accountId, t.contextId, t.requestedAt),
    index('handovers_changed').on(t.changedAt),
    tenantReference('handovers_context', [t.accountId, t.contextId], contexts),
    tenantReference('handovers_conversation', [t.accountId, t.conversationId], conversations),
  ],
);

export const talkMessages = tenantTable(
  'talk_messages',
  {
    conversationId: uuid('conversation_id').notNull(),
    /** By the client, so that a retry is no second message. */
    id: uuid('id').notNull(),
    handoverId: uuid('handover_id').notNull(),
    seq: integer('seq').notNull(),
    author: text('author', { enum: TALK_AUTHORS }).notNull(),
    text: text('text').notNull(),
    userId: uuid('user_id'),
    userName: text('user_name'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.conversationId, t.id] }),
    unique('talk_messages_order').on(t.accountId, t.conversationId, t.seq),
    tenantReference('talk_messages_conversation', [t.accountId, t.conversationId], conversations),
    tenantReference('talk_messages_handover', [t.accountId, t.handoverId], handovers),
  ],
);

/** Of people who may serve. One not seen for a while has gone. */
export const inboxPresence = entityTable(
  'inbox_presence',
  {
    userId: uuid('user_id').notNull(),
    userName: text('user_name').notNull(),
    contextIds: uuid('context_ids').array(),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (t) => [
    index('inbox_presence_seen').on(t.seenAt),
    tenantReference('inbox_presence_user', [t.accountId, t.userId], users),
  ],
);

import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { AnswerProfile, WidgetAppearance } from '../../../shared/appearance.ts';
import {
  type AnswerReasons,
  EXCHANGE_OUTCOMES,
  RATINGS,
  type Source,
  type Suggestion,
} from '../../../shared/chat-protocol.ts';
import { CHAT_TYPES } from '../../../shared/chat-types.ts';
import type { LimitKind, Notice } from '../../../shared/limits.ts';
import type { VisitData } from '../../../shared/visitor-identity.ts';
import { createdAt, entityTable, moment, tenantReference, tenantTable, updatedAt } from '../columns.ts';
import { missed } from '../exchange-outcomes.ts';
import { contexts, phrasings } from './knowledge.ts';

export const conversations = entityTable(
  'conversations',
  {
    contextId: uuid('context_id').notNull(),
    /** SHA-256 of the device's token; null if none was sent. */
    visitorHash: text('visitor_hash'),
    type: text('type', { enum: CHAT_TYPES }).notNull(),
    firstQuestion: text('first_question').notNull(),
    interactions: integer('interactions').notNull().default(0),
    totalTokens: integer('total_tokens').notNull().default(0),
    sentiment: text('sentiment', { enum: ['positive', 'neutral', 'negative'] }),
    satisfied: boolean('satisfied'),
    goal: text('goal', { enum: ['praise', 'information', 'complaint', 'other'] }),
    wantedHuman: boolean('wanted_human'),
    /** The classifier's are estimates. */
    labelledBy: text('labelled_by', { enum: ['model', 'classifier'] }),
    offeredPerson: boolean('offered_person').notNull().default(false),
    startedAt: moment('started_at').notNull().defaultNow(),
    lastAt: moment('last_at').notNull().defaultNow(),
  },
  (t) => [
    tenantReference('conversations_context', [t.accountId, t.contextId], contexts),
    // Matches the order of the lists: `id desc` alone would put nulls first.
    index('conversations_by_context').on(t.accountId, t.contextId, t.startedAt.desc(), t.id.desc().nullsFirst()),
    index('conversations_by_time').on(t.accountId, t.startedAt.desc(), t.id.desc().nullsFirst()),
    index('conversations_by_tokens').on(t.accountId, t.totalTokens.desc(), t.id.desc().nullsFirst()),
    index('conversations_by_visitor')
      .on(t.accountId, t.visitorHash)
      .where(sql`visitor_hash is not null`),
  ],
);

export const messages = tenantTable(
  'messages',
  {
    conversationId: uuid('conversation_id').notNull(),
    /** By the client, so that a retry is no second question. */
    id: uuid('id').notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    grounded: boolean('grounded').notNull(),
    outcome: text('outcome', { enum: EXCHANGE_OUTCOMES }).notNull().default('answered'),
    model: text('model').notNull(),
    tokens: integer('tokens').notNull().default(0),
    /** Thousandths. */
    cost: integer('cost').notNull().default(0),
    /** If it differs from the question, which depends on the previous one. */
    searched: text('searched'),
    rating: text('rating', { enum: RATINGS }),
    sources: jsonb('sources').$type<Source[]>().notNull().default([]),
    suggestions: jsonb('suggestions').$type<Suggestion[]>().notNull().default([]),
    offeredPerson: boolean('offered_person').notNull().default(false),
    chosenContentId: uuid('chosen_content_id'),
    chosenOrdinal: integer('chosen_ordinal'),
    chosenAnswer: text('chosen_answer'),
    chosenSources: jsonb('chosen_sources').$type<Source[]>(),
    chosenAt: moment('chosen_at'),
    /** Only for the account's users, never for visitors. */
    reasons: jsonb('reasons').$type<AnswerReasons>(),
    /** Of a `missed` exchange; the nil UUID for none. */
    gapId: uuid('gap_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.conversationId, t.id] }),
    // Used together with the word index (`messages_words`), for recent messages.
    index('messages_by_time').on(t.accountId, t.createdAt),
    index('messages_without_gap')
      .on(t.accountId, t.createdAt)
      .where(sql`gap_id is null and ${missed()}`),
    index('messages_by_gap')
      .on(t.accountId, t.gapId, t.createdAt, t.cost, t.rating)
      .where(sql`gap_id is not null and ${missed()}`),
    tenantReference('messages_conversation', [t.accountId, t.conversationId], conversations),
  ],
);

export const contextLimits = tenantTable(
  'context_limits',
  {
    contextId: uuid('context_id').notNull(),
    perMinute: integer('per_minute').notNull(),
    daily: integer('daily'),
    monthly: integer('monthly'),
    credits: integer('credits'),
    messages: jsonb('messages').$type<Record<LimitKind, string>>().notNull(),
    notify: boolean('notify').notNull(),
    /** FAQs and contact, or only the contact. */
    withoutCredits: text('without_credits', { enum: ['faq', 'person'] })
      .notNull()
      .default('faq'),
    deactivatedUntil: moment('deactivated_until'),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId] }),
    tenantReference('context_limits_context', [t.accountId, t.contextId], contexts),
  ],
);

/** Rows, so that all processes share them and a restart keeps them. */
export const usageCounters = tenantTable(
  'usage_counters',
  {
    contextId: uuid('context_id').notNull(),
    kind: text('kind', { enum: ['minute', 'daily', 'demo', 'monthly', 'credits', 'unserved'] }).notNull(),
    /** Demo link, minute with a digest of the address, day, month, or period's start; of `unserved`, a notice. */
    bucket: text('bucket').notNull(),
    used: integer('used').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.kind, t.bucket] }),
    tenantReference('usage_counters_context', [t.accountId, t.contextId], contexts),
    index('usage_counters_expired').on(t.expiresAt),
  ],
);

/** Visitors' texts are not copied; they are read from the messages. */
export type NoticeDetails = Pick<Notice, 'fact' | 'webhook'> & {
  lost?: { conversationId: string; messageId: string }[];
};

/** Once per limit, level and period; or a consequence of changed contents. */
export const limitNotices = entityTable(
  'limit_notices',
  {
    /** Null for `plan`, the account's own credits, and `webhooks`. */
    contextId: uuid('context_id'),
    limit: text('limit', {
      enum: ['daily', 'monthly', 'credits', 'plan', 'deactivated', 'facts', 'answers', 'webhooks', 'messages'],
    }).notNull(),
    level: integer('level').notNull(),
    period: text('period').notNull(),
    details: jsonb('details').$type<NoticeDetails>(),
    dismissedAt: moment('dismissed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('limit_notices_once').on(t.accountId, t.contextId, t.limit, t.level, t.period).nullsNotDistinct(),
    tenantReference('limit_notices_context', [t.accountId, t.contextId], contexts),
  ],
);

/** A signed identity, and what the site tells. */
export const visitorDetails = tenantTable(
  'visitor_details',
  {
    conversationId: uuid('conversation_id').notNull(),
    name: text('name'),
    email: text('email'),
    data: jsonb('data').$type<VisitData>(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.conversationId] }),
    tenantReference('visitor_details_conversation', [t.accountId, t.conversationId], conversations),
  ],
);

/** The id is the client's, so that a retry is no second message. */
export const visitorMessages = entityTable(
  'visitor_messages',
  {
    contextId: uuid('context_id').notNull(),
    conversationId: uuid('conversation_id'),
    /** SHA-256 of the device's token. */
    visitorHash: text('visitor_hash').notNull(),
    type: text('type', { enum: CHAT_TYPES }).notNull(),
    question: text('question').notNull(),
    name: text('name').notNull(),
    email: text('email'),
    /** Digits, with the country code. */
    whatsapp: text('whatsapp'),
    status: text('status', { enum: ['open', 'answered'] })
      .notNull()
      .default('open'),
    answeredAt: moment('answered_at'),
    answeredBy: text('answered_by'),
    /** As agreed to, and the digest under which the widget named it. */
    consentText: text('consent_text').notNull(),
    consentVersion: text('consent_version').notNull(),
    consentedAt: moment('consented_at').notNull().defaultNow(),
    notifiedAt: moment('notified_at'),
    createdAt: createdAt(),
  },
  (t) => [
    tenantReference('visitor_messages_context', [t.accountId, t.contextId], contexts),
    tenantReference('visitor_messages_conversation', [t.accountId, t.conversationId], conversations),
    index('visitor_messages_by_context').on(t.accountId, t.contextId, t.createdAt.desc(), t.id.desc().nullsFirst()),
    index('visitor_messages_open')
      .on(t.accountId, t.contextId)
      .where(sql`status = 'open'`),
    index('visitor_messages_by_visitor').on(t.accountId, t.visitorHash),
    index('visitor_messages_by_conversation')
      .on(t.accountId, t.conversationId)
      .where(sql`conversation_id is not null`),
  ],
);

export const appearanceVersions = entityTable(
  'appearance_versions',
  {
    contextId: uuid('context_id').notNull(),
    userId: uuid('user_id'),
    userName: text('user_name').notNull(),
    appearance: jsonb('appearance').$type<WidgetAppearance>().notNull(),
    answerProfile: jsonb('manner').$type<AnswerProfile>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('appearance_versions_by_context').on(t.accountId, t.contextId, t.createdAt.desc()),
    tenantReference('appearance_versions_context', [t.accountId, t.contextId], contexts),
  ],
);

export const demoLinks = entityTable(
  'demo_links',
  {
    contextId: uuid('context_id').notNull(),
    userName: text('user_name').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    createdAt: createdAt(),
  },
  (t) => [
    /** All that visitors have. */
    index('demo_links_by_id').on(t.id),
    tenantReference('demo_links_context', [t.accountId, t.contextId], contexts),
  ],
);

/** Each through the suggestion chosen last. */
export const phrasingProposals = tenantTable(
  'phrasing_proposals',
  {
    conversationId: uuid('conversation_id').notNull(),
    messageId: uuid('message_id').notNull(),
    phrasingId: uuid('phrasing_id').notNull(),
    /** Keyed hash: a client invents tokens more easily than networks. */
    network: text('network').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.conversationId, t.messageId] }),
    index('phrasing_proposals_by_phrasing').on(t.accountId, t.phrasingId),
    tenantReference('phrasing_proposals_phrasing', [t.accountId, t.phrasingId], phrasings),
    foreignKey({
      name: 'phrasing_proposals_message',
      columns: [t.accountId, t.conversationId, t.messageId],
      foreignColumns: [messages.accountId, messages.conversationId, messages.id],
    }).onDelete('cascade'),
  ],
);

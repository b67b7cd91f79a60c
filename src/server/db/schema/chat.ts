import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AnswerProfile, WidgetAppearance } from '../../../shared/appearance.ts';
import type { AnswerReasons, Source, Suggestion } from '../../../shared/chat-protocol.ts';
import type { FactKind, LimitKind } from '../../../shared/limits.ts';
import { accountId, createdAt, moment, tenantPolicies, tenantReference, updatedAt } from '../columns.ts';
import { missed } from '../exchange-outcomes.ts';
import { contexts, phrasings } from './knowledge.ts';

export const conversations = pgTable(
  'conversations',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    /** SHA-256 of the token that the visitor's device keeps; null when it sent none. */
    visitorHash: text('visitor_hash'),
    type: text('type', { enum: ['widget', 'preview', 'demo'] }).notNull(),
    firstQuestion: text('first_question').notNull(),
    interactions: integer('interactions').notNull().default(0),
    totalTokens: integer('total_tokens').notNull().default(0),
    sentiment: text('sentiment', { enum: ['positive', 'neutral', 'negative'] }),
    satisfied: boolean('satisfied'),
    goal: text('goal', { enum: ['praise', 'information', 'complaint', 'other'] }),
    wantedHuman: boolean('wanted_human'),
    /** Who set the labels above: a language model, or our own classifier, whose figures are estimates. */
    labelledBy: text('labelled_by', { enum: ['model', 'classifier'] }),
    /** The way to a person is offered once. */
    offeredPerson: boolean('offered_person').notNull().default(false),
    startedAt: moment('started_at').notNull().defaultNow(),
    lastAt: moment('last_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    tenantReference('conversations_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    // As the lists sort: `id desc` alone puts nulls first.
    index('conversations_by_context').on(t.accountId, t.contextId, t.startedAt.desc(), t.id.desc().nullsFirst()),
    index('conversations_by_time').on(t.accountId, t.startedAt.desc(), t.id.desc().nullsFirst()),
    index('conversations_by_tokens').on(t.accountId, t.totalTokens.desc(), t.id.desc().nullsFirst()),
    index('conversations_by_visitor')
      .on(t.accountId, t.visitorHash)
      .where(sql`visitor_hash is not null`),
    ...tenantPolicies('conversations'),
  ],
);

/** One exchange: what was asked and what was answered. */
export const messages = pgTable(
  'messages',
  {
    accountId: accountId(),
    conversationId: uuid('conversation_id').notNull(),
    /** Made by the client, so that asking again is one question. */
    id: uuid('id').notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    grounded: boolean('grounded').notNull(),
    /**
     * `suggested`: contents were offered to choose from. `unknown`: nothing was near. `asked_back`: a model asked what was
     * meant. `cut`: its visitor left midway; asked again under the same id it is answered anew. `unpaid`: no credits were
     * left for an answer. `failed`: no answer could be given; asked again it is answered anew, and until then it is no
     * interaction.
     */
    outcome: text('outcome', {
      enum: ['answered', 'suggested', 'unknown', 'asked_back', 'small_talk', 'cut', 'unpaid', 'failed'],
    })
      .notNull()
      .default('answered'),
    model: text('model').notNull(),
    tokens: integer('tokens').notNull().default(0),
    /** Thousandths of a credit. */
    cost: integer('cost').notNull().default(0),
    /** What was searched for, where that is not the question itself: it went on from the one before. */
    searched: text('searched'),
    rating: text('rating', { enum: ['up', 'down'] }),
    sources: jsonb('sources').$type<Source[]>().notNull().default([]),
    suggestions: jsonb('suggestions').$type<Suggestion[]>().notNull().default([]),
    /** The suggestion that was taken last, and what it answered; all null where none was. */
    chosenContentId: uuid('chosen_content_id'),
    chosenOrdinal: integer('chosen_ordinal'),
    chosenAnswer: text('chosen_answer'),
    chosenSources: jsonb('chosen_sources').$type<Source[]>(),
    chosenAt: moment('chosen_at'),
    /** Why this answer: what was found and how it weighed. The owner's alone. */
    reasons: jsonb('reasons').$type<AnswerReasons>(),
    /** The knowledge gap that it belongs to, where it is one of those `missed`; the nil UUID for none. */
    gapId: uuid('gap_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.conversationId, t.id] }),
    // With the index of words (`messages_words`): what was said lately, without the rest.
    index('messages_by_time').on(t.accountId, t.createdAt),
    index('messages_without_gap')
      .on(t.accountId, t.createdAt)
      .where(sql`gap_id is null and ${missed()}`),
    index('messages_by_gap')
      .on(t.accountId, t.gapId, t.createdAt, t.cost, t.rating)
      .where(sql`gap_id is not null and ${missed()}`),
    tenantReference(
      'messages_conversation',
      [t.accountId, t.conversationId],
      [conversations.accountId, conversations.id],
    ),
    ...tenantPolicies('messages'),
  ],
);

/** What a context's owner allows; a context without a row has the initial limits. */
export const contextLimits = pgTable(
  'context_limits',
  {
    accountId: accountId(),
    contextId: uuid('context_id').notNull(),
    perMinute: integer('per_minute').notNull(),
    daily: integer('daily'),
    monthly: integer('monthly'),
    /** Thousandths of a credit, a period of the plan. */
    credits: integer('credits'),
    messages: jsonb('messages').$type<Record<LimitKind, string>>().notNull(),
    notify: boolean('notify').notNull(),
    /** What is still answered when the credits are used up: ready answers and the way to a person, or that way alone. */
    withoutCredits: text('without_credits', { enum: ['faq', 'person'] })
      .notNull()
      .default('faq'),
    deactivatedUntil: moment('deactivated_until'),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId] }),
    tenantReference('context_limits_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('context_limits'),
  ],
);

/** What is used of each limit: rows, so that every process counts the same and a restart forgets nothing. */
export const usageCounters = pgTable(
  'usage_counters',
  {
    accountId: accountId(),
    contextId: uuid('context_id').notNull(),
    kind: text('kind', { enum: ['minute', 'daily', 'demo', 'monthly', 'credits'] }).notNull(),
    /** The demo link, the minute and the address's digest, the day, the month, or the start of the plan's period. */
    bucket: text('bucket').notNull(),
    used: integer('used').notNull(),
    /** After that nobody asks for it. */
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.kind, t.bucket] }),
    tenantReference('usage_counters_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    index('usage_counters_expired').on(t.expiresAt),
    ...tenantPolicies('usage_counters'),
  ],
);

/** Of a notice about contents. Visitors' words are not kept in it: they are read from their messages. */
export interface NoticeDetails {
  fact?: { kind: FactKind; believed: string; other: string };
  lost?: { conversationId: string; messageId: string }[];
}

/** That a limit is near its end was said: once a limit, level and period; or what changed contents brought with them. */
export const limitNotices = pgTable(
  'limit_notices',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    /** Null: `plan`, the account's own credits. */
    contextId: uuid('context_id'),
    limit: text('limit', { enum: ['daily', 'monthly', 'credits', 'plan', 'facts', 'answers'] }).notNull(),
    level: integer('level').notNull(),
    /** Of a notice about contents: what it is about, as a digest. */
    period: text('period').notNull(),
    details: jsonb('details').$type<NoticeDetails>(),
    dismissedAt: moment('dismissed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    unique('limit_notices_once').on(t.accountId, t.contextId, t.limit, t.level, t.period).nullsNotDistinct(),
    tenantReference('limit_notices_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('limit_notices'),
  ],
);

/** Each saved look of a context's widget: who changed it, and the way back. */
export const appearanceVersions = pgTable(
  'appearance_versions',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    userId: uuid('user_id'),
    userName: text('user_name').notNull(),
    appearance: jsonb('appearance').$type<WidgetAppearance>().notNull(),
    manner: jsonb('manner').$type<AnswerProfile>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('appearance_versions_by_context').on(t.accountId, t.contextId, t.createdAt.desc()),
    tenantReference('appearance_versions_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('appearance_versions'),
  ],
);

/** Links on which anybody may try a context's chat for a day. */
export const demoLinks = pgTable(
  'demo_links',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    userName: text('user_name').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    /** For who opens one, who knows the link alone. */
    index('demo_links_by_id').on(t.id),
    tenantReference('demo_links_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('demo_links'),
  ],
);

/** The exchanges by which visitors proposed a phrasing: each by the suggestion that was taken in it last. */
export const phrasingProposals = pgTable(
  'phrasing_proposals',
  {
    accountId: accountId(),
    conversationId: uuid('conversation_id').notNull(),
    messageId: uuid('message_id').notNull(),
    phrasingId: uuid('phrasing_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.conversationId, t.messageId] }),
    index('phrasing_proposals_by_phrasing').on(t.accountId, t.phrasingId),
    tenantReference('phrasing_proposals_phrasing', [t.accountId, t.phrasingId], [phrasings.accountId, phrasings.id]),
    foreignKey({
      name: 'phrasing_proposals_message',
      columns: [t.accountId, t.conversationId, t.messageId],
      foreignColumns: [messages.accountId, messages.conversationId, messages.id],
    }).onDelete('cascade'),
    ...tenantPolicies('phrasing_proposals'),
  ],
);

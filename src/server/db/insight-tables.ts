import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { TestResult } from '../../shared/test-questions.ts';
import { accountId, createdAt, moment, tenantPolicies, tenantReference, updatedAt } from './columns.ts';
import { contexts, messages } from './tables.ts';

const CHAT_TYPES = ['widget', 'preview', 'demo'] as const;

/** The daily roll-up, written with each exchange: what the dashboard reads. Days in America/Sao_Paulo. */
export const dailyFigures = pgTable(
  'daily_figures',
  {
    accountId: accountId(),
    contextId: uuid('context_id').notNull(),
    /** YYYY-MM-DD. */
    day: text('day').notNull(),
    type: text('type', { enum: CHAT_TYPES }).notNull(),
    conversations: integer('conversations').notNull().default(0),
    interactions: integer('interactions').notNull().default(0),
    declined: integer('declined').notNull().default(0),
    /** Thousandths of a credit. */
    credits: integer('credits').notNull().default(0),
    ratedUp: integer('rated_up').notNull().default(0),
    ratedDown: integer('rated_down').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.day, t.type] }),
    tenantReference('daily_figures_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('daily_figures'),
  ],
);

/** How many conversations that began on a day bear each value of each label. */
export const dailyLabels = pgTable(
  'daily_labels',
  {
    accountId: accountId(),
    contextId: uuid('context_id').notNull(),
    day: text('day').notNull(),
    type: text('type', { enum: CHAT_TYPES }).notNull(),
    /** `labelledBy` tells how many of the others are estimates. */
    label: text('label', { enum: ['goal', 'sentiment', 'wantedHuman', 'satisfied', 'labelledBy'] }).notNull(),
    value: text('value').notNull(),
    count: integer('count').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.day, t.type, t.label, t.value] }),
    tenantReference('daily_labels_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('daily_labels'),
  ],
);

/** The words of a context's conversations, folded: what one mistyped in a search may stand for. */
export const conversationWords = pgTable(
  'conversation_words',
  { accountId: accountId(), contextId: uuid('context_id').notNull(), word: text('word').notNull() },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.word] }),
    tenantReference('conversation_words_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('conversation_words'),
  ],
);

/** Questions that mean the same and were not answered well. */
export const knowledgeGaps = pgTable(
  'knowledge_gaps',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    /** The one that speaks for the others. */
    question: text('question').notNull(),
    status: text('status', { enum: ['open', 'answered', 'dismissed'] })
      .notNull()
      .default('open'),
    /** The FAQ that was written for it. */
    contentId: uuid('content_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('knowledge_gaps_by_context').on(t.accountId, t.contextId),
    tenantReference('knowledge_gaps_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('knowledge_gaps'),
  ],
);

/** Which exchanges a gap is made of; each belongs to one at most. */
export const knowledgeGapQuestions = pgTable(
  'knowledge_gap_questions',
  {
    accountId: accountId(),
    conversationId: uuid('conversation_id').notNull(),
    messageId: uuid('message_id').notNull(),
    gapId: uuid('gap_id').notNull(),
    question: text('question').notNull(),
    cause: text('cause', { enum: ['declined', 'rated'] }).notNull(),
    /** Thousandths of a credit. */
    cost: integer('cost').notNull(),
    askedAt: moment('asked_at').notNull(),
    /** Asked again after an answer was written: whether it is answered now. */
    answeredNow: boolean('answered_now'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.conversationId, t.messageId] }),
    index('knowledge_gap_questions_by_gap').on(t.accountId, t.gapId),
    tenantReference('knowledge_gap_questions_gap', [t.accountId, t.gapId], [knowledgeGaps.accountId, knowledgeGaps.id]),
    foreignKey({
      name: 'knowledge_gap_questions_message',
      columns: [t.accountId, t.conversationId, t.messageId],
      foreignColumns: [messages.accountId, messages.conversationId, messages.id],
    }).onDelete('cascade'),
    ...tenantPolicies('knowledge_gap_questions'),
  ],
);

/** Questions that an owner keeps, with what their answers must contain. */
export const testQuestions = pgTable(
  'test_questions',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    question: text('question').notNull(),
    mustContain: text('must_contain').array().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('test_questions_by_context').on(t.accountId, t.contextId),
    tenantReference('test_questions_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('test_questions'),
  ],
);

/** Each time that they were asked. */
export const testRuns = pgTable(
  'test_runs',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    cause: text('cause', { enum: ['training', 'model', 'prompt', 'by-hand'] }).notNull(),
    passed: integer('passed').notNull(),
    total: integer('total').notNull(),
    results: jsonb('results').$type<TestResult[]>().notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('test_runs_by_context').on(t.accountId, t.contextId, t.at.desc()),
    tenantReference('test_runs_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('test_runs'),
  ],
);

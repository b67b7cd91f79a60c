import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ANSWER_OUTCOMES } from '../../../shared/chat-protocol.ts';
import { accountId, createdAt, tenantPolicies, tenantReference, updatedAt } from '../columns.ts';
import { messages } from './chat.ts';
import { contents, contexts } from './knowledge.ts';

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
    /** Answered, or a suggestion was taken. */
    helped: integer('helped').notNull().default(0),
    /** Nothing was near, or no suggestion was taken. */
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

/**
 * What visitors of one context asked for in vain, however they worded it; the messages name it (`messages.gap_id`).
 * Gaps of the same meaning in several contexts share a theme.
 */
export const knowledgeGaps = pgTable(
  'knowledge_gaps',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    themeId: uuid('theme_id').notNull(),
    state: text('state', { enum: ['open', 'dismissed', 'resolved'] })
      .notNull()
      .default('open'),
    /** The question and answer that was written for it; it may be gone by now. */
    contentId: uuid('content_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('knowledge_gaps_by_theme').on(t.accountId, t.themeId),
    tenantReference('knowledge_gaps_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('knowledge_gaps'),
  ],
);

/** What a visitor's question is answered with once an answer was written for it: asked again, for its owner alone. */
export const secondAnswers = pgTable(
  'second_answers',
  {
    accountId: accountId(),
    conversationId: uuid('conversation_id').notNull(),
    messageId: uuid('message_id').notNull(),
    /** The question and answer after whose training it is asked again. */
    contentId: uuid('content_id').notNull(),
    state: text('state', { enum: ['waiting', 'asked', 'failed'] }).notNull(),
    answered: boolean('answered').notNull().default(false),
    answer: text('answer').notNull().default(''),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.conversationId, t.messageId] }),
    index('second_answers_by_content').on(t.accountId, t.contentId),
    foreignKey({
      name: 'second_answers_message',
      columns: [t.accountId, t.conversationId, t.messageId],
      foreignColumns: [messages.accountId, messages.conversationId, messages.id],
    }).onDelete('cascade'),
    ...tenantPolicies('second_answers'),
  ],
);

/** A question whose answer is watched, and what it must hold. */
export const testQuestions = pgTable(
  'test_questions',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    question: text('question').notNull(),
    /** Phrases that the answer must hold, accents and case forgiven. */
    expected: text('expected').array().notNull().default([]),
    /** The answer must be that one does not know. */
    declines: boolean('declines').notNull().default(false),
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

/** One asking of all of a context's test questions. */
export const testRuns = pgTable(
  'test_runs',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    cause: text('cause', { enum: ['asked', 'changed', 'held'] }).notNull(),
    /** `unpaid`: it ended early for want of credits. */
    state: text('state', { enum: ['done', 'unpaid'] }).notNull(),
    passed: integer('passed').notNull(),
    failed: integer('failed').notNull(),
    /** Those that passed the time before. */
    worse: integer('worse').notNull(),
    /** Thousandths of a credit. */
    cost: integer('cost').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('test_runs_by_context').on(t.accountId, t.contextId, t.createdAt.desc()),
    tenantReference('test_runs_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('test_runs'),
  ],
);

/** What one test question was answered in a run, and the time before. */
export const testResults = pgTable(
  'test_results',
  {
    accountId: accountId(),
    runId: uuid('run_id').notNull(),
    questionId: uuid('question_id').notNull(),
    passed: boolean('passed').notNull(),
    /** What its visitor would have seen; null: asked before outcomes were kept. */
    outcome: text('outcome', { enum: ANSWER_OUTCOMES }),
    answer: text('answer').notNull(),
    /** Null: it was never asked before, or its expectations have changed since. */
    passedBefore: boolean('passed_before'),
    answerBefore: text('answer_before'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.runId, t.questionId] }),
    index('test_results_by_question').on(t.accountId, t.questionId),
    tenantReference('test_results_run', [t.accountId, t.runId], [testRuns.accountId, testRuns.id]),
    tenantReference('test_results_question', [t.accountId, t.questionId], [testQuestions.accountId, testQuestions.id]),
    ...tenantPolicies('test_results'),
  ],
);

/**
 * A trained version of a content that does not answer yet: its context's test questions are asked first, and its owner
 * decides when they got worse by it.
 */
export const heldChanges = pgTable(
  'held_changes',
  {
    accountId: accountId(),
    contentId: uuid('content_id').notNull(),
    contextId: uuid('context_id').notNull(),
    version: integer('version').notNull(),
    state: text('state', { enum: ['testing', 'held'] }).notNull(),
    /** What the content is called and how many words it has, once it answers. */
    trained: jsonb('trained').$type<{ title: string; words: number }>().notNull(),
    /** The contexts in which something got worse, and their runs. */
    runIds: uuid('run_ids').array().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contentId] }),
    tenantReference('held_changes_content', [t.accountId, t.contentId], [contents.accountId, contents.id]),
    tenantReference('held_changes_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('held_changes'),
  ],
);

import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ANSWER_OUTCOMES } from '../../../shared/chat-protocol.ts';
import { CHAT_TYPES } from '../../../shared/chat-types.ts';
import type { Damage } from '../../../shared/constants.ts';
import { accountId, createdAt, tenantPolicies, tenantReference, updatedAt } from '../columns.ts';
import { messages } from './chat.ts';
import { contents, contexts } from './knowledge.ts';

/** Daily roll-up for the dashboard, updated with each exchange. Days in America/Sao_Paulo. */
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
    /** Answered, a suggestion was chosen, or the visitor rated what was shown as good. */
    helped: integer('helped').notNull().default(0),
    /** Lines that may answer were shown, and the visitor did not say that they helped. */
    shown: integer('shown').notNull().default(0),
    /** Nothing matched, or no suggestion was chosen. */
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

/** Number of conversations per label value and start day. */
export const dailyLabels = pgTable(
  'daily_labels',
  {
    accountId: accountId(),
    contextId: uuid('context_id').notNull(),
    day: text('day').notNull(),
    type: text('type', { enum: CHAT_TYPES }).notNull(),
    /** `labelledBy` counts how many of the other labels are estimates. */
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

/** Normalized words of a context's conversations, used to correct typos in searches. */
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
 * Questions of the same meaning that a context could not answer. Messages refer to it (`messages.gap_id`). Gaps of
 * the same meaning in several contexts share a theme.
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
    /** The FAQ written for it; it may have been deleted since. */
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

/** The answer to a visitor's unanswered question after a FAQ was written for it. Only shown to the account's users. */
export const secondAnswers = pgTable(
  'second_answers',
  {
    accountId: accountId(),
    conversationId: uuid('conversation_id').notNull(),
    messageId: uuid('message_id').notNull(),
    /** The FAQ; the question is asked again after it has been trained. */
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

/** A question with expectations about its answer, checked regularly. */
export const testQuestions = pgTable(
  'test_questions',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    question: text('question').notNull(),
    /** Phrases the answer must contain, ignoring accents and case. */
    expected: text('expected').array().notNull().default([]),
    /** The expected answer is "I don't know". */
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

/** A run of all test questions of a context. */
export const testRuns = pgTable(
  'test_runs',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    cause: text('cause', { enum: ['asked', 'changed', 'held'] }).notNull(),
    /** `unpaid`: it stopped early because credits ran out. */
    state: text('state', { enum: ['done', 'unpaid'] }).notNull(),
    passed: integer('passed').notNull(),
    /** Questions whose expected answer was only shown. */
    shown: integer('shown').notNull().default(0),
    failed: integer('failed').notNull(),
    /** Questions that did not pass, but passed in the previous run. */
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

/** Result of a test question in a run, and in the run before. */
export const testResults = pgTable(
  'test_results',
  {
    accountId: accountId(),
    runId: uuid('run_id').notNull(),
    questionId: uuid('question_id').notNull(),
    passed: boolean('passed').notNull(),
    /** The expected answer was shown, but not asserted. */
    shown: boolean('shown').notNull().default(false),
    /** The outcome a visitor would have seen; null in runs older than this column. */
    outcome: text('outcome', { enum: ANSWER_OUTCOMES }),
    answer: text('answer').notNull(),
    /** Null if the question was new or its expectations had changed. */
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
 * A trained version that is not yet in use. The test questions of its context run first, and if results got worse,
 * the owner decides.
 */
export const heldChanges = pgTable(
  'held_changes',
  {
    accountId: accountId(),
    contentId: uuid('content_id').notNull(),
    contextId: uuid('context_id').notNull(),
    version: integer('version').notNull(),
    state: text('state', { enum: ['testing', 'held'] }).notNull(),
    /** The content's title, word count and damage once the version is in use. */
    trained: jsonb('trained').$type<{ title: string; words: number; damage?: Damage | null }>().notNull(),
    /** Runs of the contexts in which results got worse. */
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

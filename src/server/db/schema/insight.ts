import { boolean, foreignKey, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ANSWER_OUTCOMES } from '../../../shared/chat-protocol.ts';
import { CHAT_TYPES } from '../../../shared/chat-types.ts';
import type { Damage } from '../../../shared/constants.ts';
import { createdAt, entityTable, tenantReference, tenantTable, updatedAt } from '../columns.ts';
import { messages } from './chat.ts';
import { contents, contexts } from './knowledge.ts';

/** Updated with each exchange. Days in America/Sao_Paulo. */
export const dailyFigures = tenantTable(
  'daily_figures',
  {
    contextId: uuid('context_id').notNull(),
    day: text('day').notNull(),
    type: text('type', { enum: CHAT_TYPES }).notNull(),
    conversations: integer('conversations').notNull().default(0),
    interactions: integer('interactions').notNull().default(0),
    /** Answered, a suggestion was chosen, or rated as good. */
    helped: integer('helped').notNull().default(0),
    /** The visitor did not say that the lines helped. */
    shown: integer('shown').notNull().default(0),
    /** Nothing matched, or no suggestion was chosen. */
    declined: integer('declined').notNull().default(0),
    credits: integer('credits').notNull().default(0),
    ratedUp: integer('rated_up').notNull().default(0),
    ratedDown: integer('rated_down').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.day, t.type] }),
    tenantReference('daily_figures_context', [t.accountId, t.contextId], contexts),
  ],
);

/** Conversations by value and start day. */
export const dailyLabels = tenantTable(
  'daily_labels',
  {
    contextId: uuid('context_id').notNull(),
    day: text('day').notNull(),
    type: text('type', { enum: CHAT_TYPES }).notNull(),
    /** `labelledBy` counts estimates among the other labels. */
    label: text('label', { enum: ['goal', 'sentiment', 'wantedHuman', 'satisfied', 'labelledBy'] }).notNull(),
    value: text('value').notNull(),
    count: integer('count').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.day, t.type, t.label, t.value] }),
    tenantReference('daily_labels_context', [t.accountId, t.contextId], contexts),
  ],
);

export const conversationWords = tenantTable(
  'conversation_words',
  { contextId: uuid('context_id').notNull(), word: text('word').notNull() },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.word] }),
    tenantReference('conversation_words_context', [t.accountId, t.contextId], contexts),
  ],
);

/** Of one meaning, unanswered (`messages.gap_id`). Gaps of the same meaning in several contexts share a theme. */
export const knowledgeGaps = entityTable(
  'knowledge_gaps',
  {
    contextId: uuid('context_id').notNull(),
    themeId: uuid('theme_id').notNull(),
    state: text('state', { enum: ['open', 'dismissed', 'resolved'] })
      .notNull()
      .default('open'),
    contentId: uuid('content_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('knowledge_gaps_by_theme').on(t.accountId, t.themeId),
    tenantReference('knowledge_gaps_context', [t.accountId, t.contextId], contexts),
  ],
);

/** After a FAQ was written for the question. Only shown to the account's users. */
export const secondAnswers = tenantTable(
  'second_answers',
  {
    conversationId: uuid('conversation_id').notNull(),
    messageId: uuid('message_id').notNull(),
    /** The FAQ, asked after its training. */
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
  ],
);

export const testQuestions = entityTable(
  'test_questions',
  {
    contextId: uuid('context_id').notNull(),
    question: text('question').notNull(),
    /** All of them, ignoring accents and case. */
    expected: text('expected').array().notNull().default([]),
    declines: boolean('declines').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('test_questions_by_context').on(t.accountId, t.contextId),
    tenantReference('test_questions_context', [t.accountId, t.contextId], contexts),
  ],
);

export const testRuns = entityTable(
  'test_runs',
  {
    contextId: uuid('context_id').notNull(),
    cause: text('cause', { enum: ['asked', 'changed', 'held'] }).notNull(),
    state: text('state', { enum: ['done', 'unpaid'] }).notNull(),
    passed: integer('passed').notNull(),
    shown: integer('shown').notNull().default(0),
    failed: integer('failed').notNull(),
    worse: integer('worse').notNull(),
    cost: integer('cost').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('test_runs_by_context').on(t.accountId, t.contextId, t.createdAt.desc()),
    tenantReference('test_runs_context', [t.accountId, t.contextId], contexts),
  ],
);

export const testResults = tenantTable(
  'test_results',
  {
    runId: uuid('run_id').notNull(),
    questionId: uuid('question_id').notNull(),
    passed: boolean('passed').notNull(),
    shown: boolean('shown').notNull().default(false),
    /** As a visitor would have seen; null in older runs. */
    outcome: text('outcome', { enum: ANSWER_OUTCOMES }),
    answer: text('answer').notNull(),
    /** Null if the question was new or its expectations had changed. */
    passedBefore: boolean('passed_before'),
    answerBefore: text('answer_before'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.runId, t.questionId] }),
    index('test_results_by_question').on(t.accountId, t.questionId),
    tenantReference('test_results_run', [t.accountId, t.runId], testRuns),
    tenantReference('test_results_question', [t.accountId, t.questionId], testQuestions),
  ],
);

/** Not yet in use: test questions run first, and if results got worse, the owner decides. */
export const heldChanges = tenantTable(
  'held_changes',
  {
    contentId: uuid('content_id').notNull(),
    contextId: uuid('context_id').notNull(),
    version: integer('version').notNull(),
    state: text('state', { enum: ['testing', 'held'] }).notNull(),
    trained: jsonb('trained').$type<{ words: number; damage?: Damage | null }>().notNull(),
    /** Of contexts in which results got worse. */
    runIds: uuid('run_ids').array().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contentId] }),
    tenantReference('held_changes_content', [t.accountId, t.contentId], contents),
    tenantReference('held_changes_context', [t.accountId, t.contextId], contexts),
  ],
);

import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, tenantPolicies, tenantReference } from './columns.ts';
import { contexts } from './tables.ts';

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

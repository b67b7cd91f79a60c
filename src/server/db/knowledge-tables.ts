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
import type { SeoCheck } from '../../shared/seo.ts';
import { accountId, bytea, createdAt, moment, tenantPolicies, tenantReference } from './columns.ts';
import { contents, contexts, messages } from './tables.ts';

/** What each look at a page again came to. `difference`: lines that went and came, for a change that was read. */
export const contentSyncs = pgTable(
  'content_syncs',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contentId: uuid('content_id').notNull(),
    at: moment('at').notNull().defaultNow(),
    outcome: text('outcome', { enum: ['new', 'unchanged', 'changed', 'failed', 'vanished'] }).notNull(),
    reason: text('reason'),
    difference: jsonb('difference').$type<{ kind: 'same' | 'gone' | 'new'; text: string }[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('content_syncs_by_content').on(t.accountId, t.contentId, t.at.desc()),
    tenantReference('content_syncs_content', [t.accountId, t.contentId], [contents.accountId, contents.id]),
    ...tenantPolicies('content_syncs'),
  ],
);

/** How a captured page stands with search engines, once a sync. */
export const seoEvaluations = pgTable(
  'seo_evaluations',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contentId: uuid('content_id').notNull(),
    at: moment('at').notNull().defaultNow(),
    /** 0 to 100. */
    score: integer('score').notNull(),
    checks: jsonb('checks').$type<SeoCheck[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('seo_evaluations_by_content').on(t.accountId, t.contentId, t.at.desc()),
    tenantReference('seo_evaluations_content', [t.accountId, t.contentId], [contents.accountId, contents.id]),
    ...tenantPolicies('seo_evaluations'),
  ],
);

/** Pictures of a context's widget, re-encoded by us. */
export const contextImages = pgTable(
  'context_images',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    /** SHA-256 of the bytes, in hex. */
    digest: text('digest').notNull(),
    format: text('format', { enum: ['webp'] }).notNull(),
    bytes: bytea('bytes').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    /** For the public widget, which knows the picture alone. */
    index('context_images_by_id').on(t.id),
    foreignKey({
      name: 'context_images_context',
      columns: [t.accountId, t.contextId],
      foreignColumns: [contexts.accountId, contexts.id],
    }).onDelete('cascade'),
    ...tenantPolicies('context_images'),
  ],
);

/** Further ways to ask for a content. Those that are accepted answer; one that was rejected is not proposed again. */
export const phrasings = pgTable(
  'phrasings',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contentId: uuid('content_id').notNull(),
    text: text('text').notNull(),
    /** What is the same for texts that differ in case, accents, spaces or marks alone. */
    key: text('key').notNull(),
    state: text('state', { enum: ['proposed', 'accepted', 'rejected'] }).notNull(),
    /** Who worded it. What a visitor did is withdrawn with the last visitor who proposed it. */
    origin: text('origin', { enum: ['owner', 'visitors'] }).notNull(),
    /** SHA-256 of the passage that was chosen as the answer, where its content has several; another may stand there by now. */
    passageDigest: text('passage_digest'),
    /** What it is answered with since it was accepted: asked again, for its owner alone. Null until then. */
    proved: boolean('proved'),
    provedAnswer: text('proved_answer'),
    createdAt: createdAt(),
    decidedAt: moment('decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    unique('phrasings_once').on(t.accountId, t.contentId, t.key),
    tenantReference('phrasings_content', [t.accountId, t.contentId], [contents.accountId, contents.id]),
    ...tenantPolicies('phrasings'),
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

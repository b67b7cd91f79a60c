import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { SeoCheck } from '../../shared/seo.ts';
import { accountId, bytea, createdAt, moment, tenantPolicies, tenantReference } from './columns.ts';
import { contents, contexts } from './tables.ts';

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

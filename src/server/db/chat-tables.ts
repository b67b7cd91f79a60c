import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AnswerManner, WidgetAppearance } from '../../shared/appearance.ts';
import { accountId, createdAt, moment, tenantPolicies, tenantReference } from './columns.ts';
import { contexts } from './tables.ts';

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
    manner: jsonb('manner').$type<AnswerManner>().notNull(),
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

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
import { type AnswerProfile, type WidgetAppearance, initialAnswerProfile } from '../../../shared/appearance.ts';
import type { SeoCheck } from '../../../shared/seo.ts';
import { accountId, bytea, createdAt, moment, tenantPolicies, tenantReference, updatedAt } from '../columns.ts';
import { accounts, users } from './identity.ts';

export const userContexts = pgTable(
  'user_contexts',
  { accountId: accountId(), userId: uuid('user_id').notNull(), contextId: uuid('context_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId, t.contextId] }),
    tenantReference('user_contexts_user', [t.accountId, t.userId], [users.accountId, users.id]),
    tenantReference('user_contexts_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('user_contexts'),
  ],
);

export const contexts = pgTable(
  'contexts',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    parentId: uuid('parent_id'),
    /** Ids from the root down to this context, joined by dots. */
    inheritance: text('inheritance').notNull(),
    /** Bumped by each change of what may be answered; loaded bases are keyed by it. */
    knowledgeVersion: integer('knowledge_version').notNull().default(0),
    defaultMessage: text('default_message'),
    appearance: jsonb('appearance').$type<WidgetAppearance>().notNull(),
    manner: jsonb('manner').$type<AnswerProfile>().notNull().default(initialAnswerProfile),
    /** The model whose embeddings answer here; null until every passage has one. */
    embeddingModelId: uuid('embedding_model_id'),
    /** What makes its test questions worse waits for its owner's word. */
    holdsWorse: boolean('holds_worse').notNull().default(false),
    /** How many visitors must have proposed a phrasing for it to be accepted by itself; null: its owner decides. */
    learnsAfter: integer('learns_after'),
    /** A digest of what answered when its test questions were last asked. */
    testedSetup: text('tested_setup'),
    /** A digest of the base when it was last looked over for what its owner should know; null: never. */
    checkedKnowledge: text('checked_knowledge'),
    /** Origins of the sites on which the widget may run. */
    origins: text('origins').array().notNull().default([]),
    widgetSeenAt: moment('widget_seen_at'),
    /** The last page origin that was refused the widget, and when. */
    refusedOrigin: text('refused_origin'),
    originRefusedAt: moment('origin_refused_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    unique('contexts_name').on(t.accountId, t.name),
    /** For the public widget, which knows the context alone. */
    index('contexts_by_id').on(t.id),
    foreignKey({ name: 'contexts_parent', columns: [t.accountId, t.parentId], foreignColumns: [t.accountId, t.id] }),
    ...tenantPolicies('contexts'),
  ],
);

export const contents = pgTable(
  'contents',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    title: text('title').notNull(),
    type: text('type', { enum: ['FILE', 'LINK', 'FAQ', 'SITEMAP'] }).notNull(),
    format: text('format', { enum: ['pdf', 'txt', 'doc', 'docx', 'html', 'faq'] }).notNull(),
    status: text('status', { enum: ['pending', 'working', 'done', 'error'] }).notNull(),
    reason: text('reason'),
    question: text('question'),
    answer: text('answer'),
    url: text('url'),
    fileName: text('file_name'),
    words: integer('words').notNull().default(0),
    enabled: boolean('enabled').notNull().default(true),
    weeklySync: boolean('weekly_sync').notNull().default(false),
    /** SHA-256 of the file, or of the text that was last read from the page: the same twice is recognised. */
    digest: text('digest'),
    /** What the page's server told of its copy: an unchanged one is not sent again. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    /** When the page was last looked at, and why that failed; the old text answers meanwhile. */
    syncedAt: moment('synced_at'),
    syncFailure: text('sync_failure'),
    /** The SITEMAP that brought this page, and since when it lists it no more. */
    sitemapId: uuid('sitemap_id'),
    vanishedAt: moment('vanished_at'),
    /** Counts the edits; a training belongs to one version. */
    version: integer('version').notNull().default(1),
    /** The version whose chunks answer; null until the first training ends. */
    trainedVersion: integer('trained_version'),
    /**
     * What a question with its answer said before it was edited, for as long as that is what answers: until the edit is
     * trained and let in. Null: what stands above answers.
     */
    answering: jsonb('answering').$type<{ title: string; question: string; answer: string }>(),
    /** What a search of the list looks in; folding it at each search would take most of the search's time. */
    searched: text('searched').generatedAlwaysAs(sql`public.fold_text(title || ' ' || coalesce(url, ''))`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    tenantReference('contents_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    foreignKey({ name: 'contents_sitemap', columns: [t.accountId, t.sitemapId], foreignColumns: [t.accountId, t.id] }),
    index('contents_by_context').on(t.accountId, t.contextId, t.updatedAt.desc().nullsLast(), t.id.desc().nullsLast()),
    index('contents_by_digest').on(t.accountId, t.contextId, t.digest),
    index('contents_by_sitemap')
      .on(t.accountId, t.sitemapId)
      .where(sql`sitemap_id is not null`),
    index('contents_due')
      .on(t.syncedAt)
      .where(sql`weekly_sync`),
    ...tenantPolicies('contents'),
  ],
);

/** The original of a file, kept until it is trained. */
export const contentFiles = pgTable(
  'content_files',
  { accountId: accountId(), contentId: uuid('content_id').notNull(), bytes: bytea('bytes').notNull() },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contentId] }),
    tenantReference('content_files_content', [t.accountId, t.contentId], [contents.accountId, contents.id]),
    ...tenantPolicies('content_files'),
  ],
);

/** Passages of a content's version, with what training computed of them. */
export const chunks = pgTable(
  'chunks',
  {
    accountId: accountId(),
    contextId: uuid('context_id').notNull(),
    contentId: uuid('content_id').notNull(),
    version: integer('version').notNull(),
    ordinal: integer('ordinal').notNull(),
    heading: text('heading'),
    page: integer('page'),
    text: text('text').notNull(),
    analysis: bytea('analysis').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.contentId, t.version, t.ordinal] }),
    tenantReference('chunks_content', [t.accountId, t.contentId], [contents.accountId, contents.id]),
    index('chunks_by_content').on(t.accountId, t.contentId),
    ...tenantPolicies('chunks'),
  ],
);

/** Embeddings of passages, int8 and normalised: one a passage and model, so that the old answer while new ones are made. */
export const chunkEmbeddings = pgTable(
  'chunk_embeddings',
  {
    accountId: accountId(),
    contextId: uuid('context_id').notNull(),
    contentId: uuid('content_id').notNull(),
    version: integer('version').notNull(),
    ordinal: integer('ordinal').notNull(),
    modelId: uuid('model_id').notNull(),
    vector: bytea('vector').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.contentId, t.version, t.ordinal, t.modelId] }),
    foreignKey({
      name: 'chunk_embeddings_chunk',
      columns: [t.accountId, t.contextId, t.contentId, t.version, t.ordinal],
      foreignColumns: [chunks.accountId, chunks.contextId, chunks.contentId, chunks.version, chunks.ordinal],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    ...tenantPolicies('chunk_embeddings'),
  ],
);

export interface FoundPage {
  url: string;
  title: string;
  words: number;
  depth: number;
  status: 'read' | 'failed';
  reason?: string;
}

/** The search for the pages of a site. */
export const captures = pgTable(
  'captures',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    url: text('url').notNull(),
    /** Whether the site may use the widget once it was read: who captures it may edit the list of sites. */
    allowsSite: boolean('allows_site').notNull().default(false),
    status: text('status', { enum: ['pending', 'working', 'done', 'error'] }).notNull(),
    reason: text('reason'),
    pages: jsonb('pages').$type<FoundPage[]>().notNull().default([]),
    /** Pages that the site's sitemaps name, once the search is over. */
    listed: integer('listed').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    tenantReference('captures_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('captures'),
  ],
);

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

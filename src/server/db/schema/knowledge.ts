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
import type { StoredRecords } from '../../../search/records/read-records.ts';
import { type AnswerProfile, initialAnswerProfile, type WidgetAppearance } from '../../../shared/appearance.ts';
import { DAMAGES, type LeftOutReason } from '../../../shared/constants.ts';
import type { HandoverSettings } from '../../../shared/handover.ts';
import type { SeoCheck } from '../../../shared/seo.ts';
import { accountId, bytea, createdAt, moment, tenantPolicies, tenantReference, updatedAt } from '../columns.ts';
import { accounts, apiKeys, users } from './identity.ts';

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

/** The contexts of API keys that do not see all. */
export const apiKeyContexts = pgTable(
  'api_key_contexts',
  { accountId: accountId(), apiKeyId: uuid('api_key_id').notNull(), contextId: uuid('context_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.accountId, t.apiKeyId, t.contextId] }),
    tenantReference('api_key_contexts_key', [t.accountId, t.apiKeyId], [apiKeys.accountId, apiKeys.id]),
    tenantReference('api_key_contexts_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('api_key_contexts'),
  ],
);

export const contexts = pgTable(
  'contexts',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    parentId: uuid('parent_id'),
    /** Ids from the root to this context, separated by dots. */
    inheritance: text('inheritance').notNull(),
    /** Incremented with each change to the knowledge; part of the cache key of loaded knowledge bases. */
    knowledgeVersion: integer('knowledge_version').notNull().default(0),
    defaultMessage: text('default_message'),
    appearance: jsonb('appearance').$type<WidgetAppearance>().notNull(),
    answerProfile: jsonb('manner').$type<AnswerProfile>().notNull().default(initialAnswerProfile),
    /** The embedding model in use; null until every passage has an embedding. */
    embeddingModelId: uuid('embedding_model_id'),
    /** Changes that make test questions fail wait for the owner's approval. */
    holdsWorse: boolean('holds_worse').notNull().default(false),
    /** Number of visitors who must propose a phrasing before it is accepted automatically; null: the owner decides. */
    learnsAfter: integer('learns_after'),
    /** Digest of the setup in the last run of the test questions. */
    testedSetup: text('tested_setup'),
    /** Digest of the knowledge at the last check; null if never checked. */
    checkedKnowledge: text('checked_knowledge'),
    takesMessages: boolean('takes_messages').notNull().default(false),
    /** Whether and when visitors may call a person; null until the owner has set it. */
    handover: jsonb('handover').$type<HandoverSettings>(),
    /** Signs the identities of visitors; encrypted. Null until the owner makes one. */
    sealedIdentitySecret: text('sealed_identity_secret'),
    /** Origins of sites that may embed the widget. */
    origins: text('origins').array().notNull().default([]),
    widgetSeenAt: moment('widget_seen_at'),
    /** When visitors last asked something on these origins (ISO 8601, to the hour). */
    seenOrigins: jsonb('seen_origins').$type<Record<string, string>>().notNull().default({}),
    /** The origin of the last page that was denied the widget, and when. */
    refusedOrigin: text('refused_origin'),
    originRefusedAt: moment('origin_refused_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    unique('contexts_name').on(t.accountId, t.name),
    /** The public widget only knows the context's id. */
    index('contexts_by_id').on(t.id),
    foreignKey({ name: 'contexts_parent', columns: [t.accountId, t.parentId], foreignColumns: [t.accountId, t.id] }),
    ...tenantPolicies('contexts'),
  ],
);

/**
 * The contents that each recent version of a context's knowledge changed. A version without a row may have changed any
 * of them.
 */
export const knowledgeChanges = pgTable(
  'knowledge_changes',
  {
    accountId: accountId(),
    contextId: uuid('context_id').notNull(),
    version: integer('version').notNull(),
    contentIds: uuid('content_ids').array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.version] }),
    tenantReference('knowledge_changes_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('knowledge_changes'),
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
    /** What looks wrong with the text in use. */
    damage: text('damage', { enum: DAMAGES }),
    /** The pages of a file that are pictures and were not read: `3, 21–60`. */
    unreadPages: text('unread_pages'),
    enabled: boolean('enabled').notNull().default(true),
    weeklySync: boolean('weekly_sync').notNull().default(false),
    /** SHA-256 of the file, or of the text last read from the page. Detects duplicates. */
    digest: text('digest'),
    /** Validators of the page's last response, for conditional requests. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    /** Time of the last sync, and why it failed. The old text stays in use meanwhile. */
    syncedAt: moment('synced_at'),
    syncFailure: text('sync_failure'),
    /** The SITEMAP that added this page, and since when the page is no longer listed there. */
    sitemapId: uuid('sitemap_id'),
    vanishedAt: moment('vanished_at'),
    /** The id of the same thing in the customer's own program. */
    externalId: text('external_id'),
    /** Incremented with each edit. A training belongs to one version. */
    version: integer('version').notNull().default(1),
    /** The version of the chunks in use; null until the first training is complete. */
    trainedVersion: integer('trained_version'),
    /**
     * The previous text of an edited FAQ, which stays in use until the edit is trained and approved. Null if the
     * current text is in use.
     */
    answering: jsonb('answering').$type<{ title: string; question: string; answer: string }>(),
    /** Normalized text for searching the list. Computing it in each search would take most of the search's time. */
    searched: text('searched').generatedAlwaysAs(sql`public.fold_text(title || ' ' || coalesce(url, ''))`),
    /** Equal for questions that only differ in case, accents, spaces or punctuation. */
    questionDigest: text('question_digest').generatedAlwaysAs(sql`public.question_digest(question)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    tenantReference('contents_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    foreignKey({ name: 'contents_sitemap', columns: [t.accountId, t.sitemapId], foreignColumns: [t.accountId, t.id] }),
    index('contents_by_context').on(t.accountId, t.contextId, t.updatedAt.desc().nullsLast(), t.id.desc().nullsLast()),
    unique('contents_external_id').on(t.accountId, t.contextId, t.externalId),
    index('contents_by_digest').on(t.accountId, t.contextId, t.digest),
    index('contents_by_question').on(t.accountId, t.contextId, t.questionDigest),
    /** A hash, because a B-tree takes no long addresses. */
    index('contents_by_url').using('hash', t.url),
    index('contents_by_sitemap')
      .on(t.accountId, t.sitemapId)
      .where(sql`sitemap_id is not null`),
    index('contents_due')
      .on(t.syncedAt)
      .where(sql`weekly_sync`),
    ...tenantPolicies('contents'),
  ],
);

/** The original file, kept until it is trained. */
export const contentFiles = pgTable(
  'content_files',
  { accountId: accountId(), contentId: uuid('content_id').notNull(), bytes: bytea('bytes').notNull() },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contentId] }),
    tenantReference('content_files_content', [t.accountId, t.contentId], [contents.accountId, contents.id]),
    ...tenantPolicies('content_files'),
  ],
);

/** A text that the last reading of a content left out, or took in because a person chose it. */
export interface StoredLeftOut {
  key: string;
  /** `choice`: a person has left it out. */
  reason: LeftOutReason | 'choice';
  text: string;
  isTaken: boolean;
}

/** What the last reading of a page or file left out. */
export const leftOutTexts = pgTable(
  'left_out_texts',
  {
    accountId: accountId(),
    contentId: uuid('content_id').notNull(),
    texts: jsonb('texts').$type<StoredLeftOut[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contentId] }),
    tenantReference('left_out_texts_content', [t.accountId, t.contentId], [contents.accountId, contents.id]),
    ...tenantPolicies('left_out_texts'),
  ],
);

/** The texts that a person has taken in or left out: of a site, for all its pages in a context, or of a file. */
export const textChoices = pgTable(
  'text_choices',
  {
    accountId: accountId(),
    contextId: uuid('context_id').notNull(),
    /** The host of the pages, without `www.`; the id of a content that is a file. */
    site: text('site').notNull(),
    key: text('key').notNull(),
    isTaken: boolean('is_taken').notNull(),
    /** The beginning of the text. */
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.site, t.key] }),
    tenantReference('text_choices_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('text_choices'),
  ],
);

/** What people changed in the lines of a content's text, by which the assistant answers. */
export const recordCorrections = pgTable(
  'record_corrections',
  {
    accountId: accountId(),
    contentId: uuid('content_id').notNull(),
    /** Hash of the heading and the line: see `lineKey`. */
    key: text('key').notNull(),
    /** The innermost heading above the line; empty without one. */
    heading: text('heading').notNull(),
    /** The line as it was read. */
    line: text('line').notNull(),
    /** What is said instead; null to leave the line as it is, which confirms one that was read from a picture. */
    text: text('text'),
    isUsed: boolean('is_used').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contentId, t.key] }),
    tenantReference('record_corrections_content', [t.accountId, t.contentId], [contents.accountId, contents.id]),
    ...tenantPolicies('record_corrections'),
  ],
);

/** Passages of a content's version, with their analysis from training. */
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
    /** Facts outside the main text of a page, such as its footer. Pages of a site repeat them; they are loaded once. */
    isBoilerplate: boolean('is_boilerplate').notNull().default(false),
    /** Read from a picture: its numbers are asserted only after a person has confirmed them. */
    isFromPicture: boolean('is_from_picture').notNull().default(false),
    /** Null for passages that were trained before records were stored. */
    records: jsonb('records').$type<StoredRecords>(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.contentId, t.version, t.ordinal] }),
    tenantReference('chunks_content', [t.accountId, t.contentId], [contents.accountId, contents.id]),
    index('chunks_by_content').on(t.accountId, t.contentId),
    ...tenantPolicies('chunks'),
  ],
);

/**
 * Normalized int8 embeddings, one per passage and model, so that the old model stays usable while a new one is
 * computed.
 */
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

export interface CapturePageEntry {
  url: string;
  title: string;
  words: number;
  depth: number;
  /** `excluded`: the site asks not to read or store the page. */
  status: 'read' | 'failed' | 'excluded';
  reason?: string;
  /** The page is a version in `language` of the page at the address `of`. */
  translation?: { language: string | null; of: string };
}

/** Discovery of a site's pages. */
export const captures = pgTable(
  'captures',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    url: text('url').notNull(),
    /**
     * Whether to allow the site to embed the widget after it has been read; requires that the user may edit the list
     * of sites.
     */
    allowsSite: boolean('allows_site').notNull().default(false),
    status: text('status', { enum: ['pending', 'working', 'done', 'error'] }).notNull(),
    reason: text('reason'),
    pages: jsonb('pages').$type<CapturePageEntry[]>().notNull().default([]),
    /** Number of pages in the site's sitemaps, known after the discovery. */
    listed: integer('listed').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    tenantReference('captures_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('captures'),
  ],
);

/** What a capture read of a page, for its training a little later. */
export const capturedPages = pgTable(
  'captured_pages',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    captureId: uuid('capture_id').notNull(),
    url: text('url').notNull(),
    /** A `ParsedPage` as JSON; not `jsonb`, which refuses NUL. */
    page: text('page').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    // A hash: addresses may be too long for a B-tree.
    index('captured_pages_by_url').using('hash', t.url),
    index('captured_pages_by_capture').on(t.accountId, t.captureId),
    tenantReference('captured_pages_capture', [t.accountId, t.captureId], [captures.accountId, captures.id]),
    ...tenantPolicies('captured_pages'),
  ],
);

/** History of a page's syncs. `difference`: removed and added lines of a change. */
export const contentSyncs = pgTable(
  'content_syncs',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contentId: uuid('content_id').notNull(),
    at: moment('at').notNull().defaultNow(),
    outcome: text('outcome', { enum: ['new', 'unchanged', 'changed', 'excluded', 'failed', 'vanished'] }).notNull(),
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

/** SEO evaluation of a page, one per sync. */
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

/** Images of a context's widget, re-encoded by us. */
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
    /** The public widget only knows the image's id. */
    index('context_images_by_id').on(t.id),
    foreignKey({
      name: 'context_images_context',
      columns: [t.accountId, t.contextId],
      foreignColumns: [contexts.accountId, contexts.id],
    }).onDelete('cascade'),
    ...tenantPolicies('context_images'),
  ],
);

/** Alternative questions for a content. Accepted ones are used for answers; rejected ones are not proposed again. */
export const phrasings = pgTable(
  'phrasings',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contentId: uuid('content_id').notNull(),
    text: text('text').notNull(),
    /** Normalized text: equal for phrasings that only differ in case, accents, spaces or punctuation. */
    key: text('key').notNull(),
    state: text('state', { enum: ['proposed', 'accepted', 'rejected'] }).notNull(),
    /** Who proposed it. A visitors' phrasing is deleted together with the last visitor who proposed it. */
    origin: text('origin', { enum: ['owner', 'visitors'] }).notNull(),
    /** SHA-256 of the chosen passage, if the content has several. The passage may have changed since. */
    passageDigest: text('passage_digest'),
    /** Result of asking it again after acceptance, shown to the owner only. Null until then. */
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

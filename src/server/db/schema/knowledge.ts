import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { StoredRecords } from '../../../search/records/read-records.ts';
import { type AnswerProfile, initialAnswerProfile, type WidgetAppearance } from '../../../shared/appearance.ts';
import { DAMAGES, type LeftOutReason } from '../../../shared/constants.ts';
import type { HandoverSettings } from '../../../shared/handover.ts';
import type { SeoCheck } from '../../../shared/seo.ts';
import type { FoundPage } from '../../../shared/site-capture.ts';
import {
  accountId,
  bytea,
  createdAt,
  entityTable,
  moment,
  tenantReference,
  tenantTable,
  updatedAt,
} from '../columns.ts';
import { accounts, apiKeys, users } from './identity.ts';

export const userContexts = tenantTable(
  'user_contexts',
  { userId: uuid('user_id').notNull(), contextId: uuid('context_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId, t.contextId] }),
    tenantReference('user_contexts_user', [t.accountId, t.userId], users),
    tenantReference('user_contexts_context', [t.accountId, t.contextId], contexts),
  ],
);

export const apiKeyContexts = tenantTable(
  'api_key_contexts',
  { apiKeyId: uuid('api_key_id').notNull(), contextId: uuid('context_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.accountId, t.apiKeyId, t.contextId] }),
    tenantReference('api_key_contexts_key', [t.accountId, t.apiKeyId], apiKeys),
    tenantReference('api_key_contexts_context', [t.accountId, t.contextId], contexts),
  ],
);

export const contexts = entityTable(
  'contexts',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    parentId: uuid('parent_id'),
    /** From the root, separated by dots. */
    inheritance: text('inheritance').notNull(),
    /** Part of the cache key of loaded bases. */
    knowledgeVersion: integer('knowledge_version').notNull().default(0),
    defaultMessage: text('default_message'),
    appearance: jsonb('appearance').$type<WidgetAppearance>().notNull(),
    answerProfile: jsonb('manner').$type<AnswerProfile>().notNull().default(initialAnswerProfile),
    /** Null until every passage has an embedding. */
    embeddingModelId: uuid('embedding_model_id'),
    /** Changes that make test questions fail wait for the owner. */
    holdsWorse: boolean('holds_worse').notNull().default(false),
    /** Visitors who must propose a phrasing to accept it automatically; null: the owner decides. */
    learnsAfter: integer('learns_after'),
    /** Digest of the setup in the last run. */
    testedSetup: text('tested_setup'),
    checkedKnowledge: text('checked_knowledge'),
    takesMessages: boolean('takes_messages').notNull().default(false),
    /** Offer the contact that the contents state if the owner has written none. */
    offersFoundContact: boolean('offers_found_contact').notNull().default(true),
    /** From models of providers. */
    hidesPersonalData: boolean('hides_personal_data').notNull().default(true),
    /** Its questions and answers are on a public page. */
    isPublished: boolean('is_published').notNull().default(false),
    handover: jsonb('handover').$type<HandoverSettings>(),
    /** Encrypted; null until the owner makes one. */
    sealedIdentitySecret: text('sealed_identity_secret'),
    origins: text('origins').array().notNull().default([]),
    widgetSeenAt: moment('widget_seen_at'),
    seenOrigins: jsonb('seen_origins').$type<Record<string, string>>().notNull().default({}),
    refusedOrigin: text('refused_origin'),
    originRefusedAt: moment('origin_refused_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('contexts_name').on(t.accountId, t.name),
    /** All that the public widget knows. */
    index('contexts_by_id').on(t.id),
    foreignKey({ name: 'contexts_parent', columns: [t.accountId, t.parentId], foreignColumns: [t.accountId, t.id] }),
  ],
);

/** Of recent versions. A version without a row may have changed any. */
export const knowledgeChanges = tenantTable(
  'knowledge_changes',
  {
    contextId: uuid('context_id').notNull(),
    version: integer('version').notNull(),
    contentIds: uuid('content_ids').array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.version] }),
    tenantReference('knowledge_changes_context', [t.accountId, t.contextId], contexts),
  ],
);

export const contents = entityTable(
  'contents',
  {
    contextId: uuid('context_id').notNull(),
    title: text('title').notNull(),
    /** The whole title of a page: `title` is without what all pages of its site share. */
    pageTitle: text('page_title'),
    type: text('type', { enum: ['FILE', 'LINK', 'FAQ', 'SITEMAP'] }).notNull(),
    format: text('format', { enum: ['pdf', 'txt', 'doc', 'docx', 'html', 'faq'] }).notNull(),
    status: text('status', { enum: ['pending', 'working', 'done', 'error'] }).notNull(),
    reason: text('reason'),
    question: text('question'),
    answer: text('answer'),
    url: text('url'),
    fileName: text('file_name'),
    words: integer('words').notNull().default(0),
    damage: text('damage', { enum: DAMAGES }),
    /** Pictures that were not read: `3, 21–60`. */
    unreadPages: text('unread_pages'),
    enabled: boolean('enabled').notNull().default(true),
    weeklySync: boolean('weekly_sync').notNull().default(false),
    /** SHA-256 of the file, or of the text last read; detects duplicates. */
    digest: text('digest'),
    /** Of the last response, for conditional requests. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    syncedAt: moment('synced_at'),
    syncFailure: text('sync_failure'),
    /** That added this page, and since when it no longer lists it. */
    sitemapId: uuid('sitemap_id'),
    vanishedAt: moment('vanished_at'),
    externalId: text('external_id'),
    /** A training belongs to one. */
    version: integer('version').notNull().default(1),
    /** Of the chunks in use; null before the first training. */
    trainedVersion: integer('trained_version'),
    /** An edited FAQ's previous text, in use until the edit is trained and approved. */
    answering: jsonb('answering').$type<{ title: string; question: string; answer: string }>(),
    /** Normalized here, because it would take most of a search's time. */
    searched: text('searched').generatedAlwaysAs(sql`public.fold_text(title || ' ' || coalesce(url, ''))`),
    /** Equal for questions that differ only in case, accents, spaces or punctuation. */
    questionDigest: text('question_digest').generatedAlwaysAs(sql`public.question_digest(question)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    tenantReference('contents_context', [t.accountId, t.contextId], contexts),
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
  ],
);

export const contentFiles = tenantTable(
  'content_files',
  { contentId: uuid('content_id').notNull(), bytes: bytea('bytes').notNull() },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contentId] }),
    tenantReference('content_files_content', [t.accountId, t.contentId], contents),
  ],
);

/** Taken in because a person chose it, if not left out. */
export interface StoredLeftOut {
  key: string;
  /** `choice`: by a person. */
  reason: LeftOutReason | 'choice';
  text: string;
  isTaken: boolean;
}

export const leftOutTexts = tenantTable(
  'left_out_texts',
  {
    contentId: uuid('content_id').notNull(),
    texts: jsonb('texts').$type<StoredLeftOut[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contentId] }),
    tenantReference('left_out_texts_content', [t.accountId, t.contentId], contents),
  ],
);

/** Of a site, for all its pages in a context, or of a file. */
export const textChoices = tenantTable(
  'text_choices',
  {
    contextId: uuid('context_id').notNull(),
    /** Host without `www.`; for a file, the content's id. */
    site: text('site').notNull(),
    key: text('key').notNull(),
    isTaken: boolean('is_taken').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.site, t.key] }),
    tenantReference('text_choices_context', [t.accountId, t.contextId], contexts),
  ],
);

/** What people changed in the lines of a content's text, by which the assistant answers. */
export const recordCorrections = tenantTable(
  'record_corrections',
  {
    contentId: uuid('content_id').notNull(),
    /** See `lineKey`. */
    key: text('key').notNull(),
    heading: text('heading').notNull(),
    line: text('line').notNull(),
    /** Null leaves the line as it is, which confirms one from a picture. */
    text: text('text'),
    isUsed: boolean('is_used').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contentId, t.key] }),
    tenantReference('record_corrections_content', [t.accountId, t.contentId], contents),
  ],
);

/** Passages of a content's version, with their analysis from training. */
export const chunks = tenantTable(
  'chunks',
  {
    contextId: uuid('context_id').notNull(),
    contentId: uuid('content_id').notNull(),
    version: integer('version').notNull(),
    ordinal: integer('ordinal').notNull(),
    heading: text('heading'),
    page: integer('page'),
    text: text('text').notNull(),
    analysis: bytea('analysis').notNull(),
    /** Outside the main text, such as a footer: pages repeat them, so they are loaded once. */
    isBoilerplate: boolean('is_boilerplate').notNull().default(false),
    /** Numbers are asserted only after a person has confirmed them. */
    isFromPicture: boolean('is_from_picture').notNull().default(false),
    /** Null before records were stored. */
    records: jsonb('records').$type<StoredRecords>(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.contentId, t.version, t.ordinal] }),
    tenantReference('chunks_content', [t.accountId, t.contentId], contents),
    index('chunks_by_content').on(t.accountId, t.contentId),
  ],
);

/** Normalized int8, one per passage and model: the old model stays usable while a new one is computed. */
export const chunkEmbeddings = tenantTable(
  'chunk_embeddings',
  {
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
  ],
);

export type CapturePageEntry = Omit<FoundPage, 'chosen' | 'isKept'>;

export const captures = entityTable(
  'captures',
  {
    contextId: uuid('context_id').notNull(),
    url: text('url').notNull(),
    /** After reading; requires that the user may edit the list of sites. */
    allowsSite: boolean('allows_site').notNull().default(false),
    status: text('status', { enum: ['pending', 'working', 'done', 'error'] }).notNull(),
    reason: text('reason'),
    pages: jsonb('pages').$type<CapturePageEntry[]>().notNull().default([]),
    listed: integer('listed').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [tenantReference('captures_context', [t.accountId, t.contextId], contexts)],
);

export const capturedPages = entityTable(
  'captured_pages',
  {
    captureId: uuid('capture_id').notNull(),
    url: text('url').notNull(),
    /** JSON of a `ParsedPage`; not `jsonb`, which refuses NUL. */
    page: text('page').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // A hash: addresses may be too long for a B-tree.
    index('captured_pages_by_url').using('hash', t.url),
    index('captured_pages_by_capture').on(t.accountId, t.captureId),
    tenantReference('captured_pages_capture', [t.accountId, t.captureId], captures),
  ],
);

/** `difference`: removed and added lines. */
export const contentSyncs = entityTable(
  'content_syncs',
  {
    contentId: uuid('content_id').notNull(),
    at: moment('at').notNull().defaultNow(),
    outcome: text('outcome', { enum: ['new', 'unchanged', 'changed', 'excluded', 'failed', 'vanished'] }).notNull(),
    reason: text('reason'),
    difference: jsonb('difference').$type<{ kind: 'same' | 'gone' | 'new'; text: string }[]>(),
  },
  (t) => [
    index('content_syncs_by_content').on(t.accountId, t.contentId, t.at.desc()),
    tenantReference('content_syncs_content', [t.accountId, t.contentId], contents),
  ],
);

export const seoEvaluations = entityTable(
  'seo_evaluations',
  {
    contentId: uuid('content_id').notNull(),
    at: moment('at').notNull().defaultNow(),
    score: integer('score').notNull(),
    checks: jsonb('checks').$type<SeoCheck[]>().notNull(),
  },
  (t) => [
    index('seo_evaluations_by_content').on(t.accountId, t.contentId, t.at.desc()),
    tenantReference('seo_evaluations_content', [t.accountId, t.contentId], contents),
  ],
);

export const contextImages = entityTable(
  'context_images',
  {
    contextId: uuid('context_id').notNull(),
    digest: text('digest').notNull(),
    format: text('format', { enum: ['webp'] }).notNull(),
    bytes: bytea('bytes').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    /** All that the public widget knows. */
    index('context_images_by_id').on(t.id),
    tenantReference('context_images_context', [t.accountId, t.contextId], contexts),
  ],
);

/** Accepted ones are used for answers; rejected ones are not proposed again. */
export const phrasings = entityTable(
  'phrasings',
  {
    contentId: uuid('content_id').notNull(),
    text: text('text').notNull(),
    /** Equal for phrasings that differ only in case, accents, spaces or punctuation. */
    key: text('key').notNull(),
    state: text('state', { enum: ['proposed', 'accepted', 'rejected'] }).notNull(),
    /** A visitors' phrasing goes with the last visitor who proposed it. */
    origin: text('origin', { enum: ['owner', 'visitors'] }).notNull(),
    /** SHA-256 of the chosen one of several, which may have changed since. */
    passageDigest: text('passage_digest'),
    /** After acceptance, for the owner only. */
    proved: boolean('proved'),
    provedAnswer: text('proved_answer'),
    createdAt: createdAt(),
    decidedAt: moment('decided_at'),
  },
  (t) => [
    unique('phrasings_once').on(t.accountId, t.contentId, t.key),
    tenantReference('phrasings_content', [t.accountId, t.contentId], contents),
  ],
);

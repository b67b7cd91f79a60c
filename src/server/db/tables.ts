import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AnswerReasons, Source, Suggestion } from '../../shared/chat-protocol.ts';
import { type AnswerManner, initialManner, type WidgetAppearance } from '../../shared/appearance.ts';
import type { InvoiceLine, PaymentMethod } from '../../shared/billing.ts';
import type { FactKind, LimitKind } from '../../shared/limits.ts';
import type { ModelInput } from '../../shared/models.ts';
import {
  accountId,
  bytea,
  createdAt,
  moment,
  platformPolicies,
  tenantPolicies,
  tenantReference,
  updatedAt,
} from './columns.ts';
import { missed } from './exchange-outcomes.ts';

/* Every table of a tenant begins its keys with account_id (Citus and Aurora take the schema as it is). */

export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    type: text('type', { enum: ['PERSONAL', 'CORPORATE'] }).notNull(),
    name: text('name').notNull(),
    cnpj: text('cnpj'),
    companyName: text('company_name'),
    website: text('website'),
    /** The hidden account that staff belong to. */
    isStaff: boolean('is_staff').notNull().default(false),
    /** Its owner asked for its end: why, and when it comes. Until then it may be taken back. */
    deletionReason: text('deletion_reason'),
    deletionRequestedAt: moment('deletion_requested_at'),
    deletesAt: moment('deletes_at'),
    /** The Monday (YYYY-MM-DD) whose letter about the week before was seen to. */
    weeklyMailed: text('weekly_mailed'),
    createdAt: createdAt(),
  },
  () => tenantPolicies('accounts', 'id'),
);

export const users = pgTable(
  'users',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    avatar: text('avatar'),
    role: text('role').notNull(),
    status: text('status', { enum: ['ACTIVE', 'INACTIVE', 'PENDING', 'EXPIRED'] }).notNull(),
    passwordHash: text('password_hash'),
    emailVerifiedAt: moment('email_verified_at'),
    /** False: the user sees only the contexts listed in user_contexts. */
    seesAllContexts: boolean('sees_all_contexts').notNull().default(true),
    /** The letter about the week, to an owner. */
    weeklyMail: boolean('weekly_mail').notNull().default(true),
    tutorial: integer('tutorial').notNull().default(0),
    /** Whether the tutorial leads to one site or to several; null until it was told. */
    tutorialMode: text('tutorial_mode', { enum: ['one', 'many'] }),
    websiteCrawled: boolean('website_crawled').notNull().default(false),
    /** Of somebody who has not accepted yet: who vouches for the role that the invitation gives. */
    invitedBy: uuid('invited_by'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] }), ...tenantPolicies('users')],
);

/** Platform: which account and user an e-mail belongs to; one person, one account. */
export const logins = pgTable(
  'logins',
  { email: text('email').primaryKey(), accountId: accountId(), userId: uuid('user_id').notNull() },
  (t) => [
    tenantReference('logins_user', [t.accountId, t.userId], [users.accountId, users.id]),
    ...platformPolicies('logins'),
  ],
);

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

/** Refresh tokens, hashed; one row a sign-in, rotated in place. The one before the last holds for a grace period. */
export const sessions = pgTable(
  'sessions',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    previousHash: text('previous_hash'),
    rotatedAt: moment('rotated_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** Set: a staff user works in this account, by this session of his own, which is parked meanwhile. */
    actorAccountId: uuid('actor_account_id'),
    actorUserId: uuid('actor_user_id'),
    actorSessionId: uuid('actor_session_id'),
    /** Its holder impersonates somebody: it answers nothing but his way back. */
    parkedAt: moment('parked_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('sessions_by_actor').on(t.actorSessionId),
    tenantReference('sessions_user', [t.accountId, t.userId], [users.accountId, users.id]),
    ...tenantPolicies('sessions'),
  ],
);

/**
 * Platform: sign-ups whose address is not confirmed yet. Several may wait for one address, since anybody may name it; the
 * code that was mailed for one of them confirms the address, and an account is made only then.
 */
export const signUps = pgTable(
  'sign_ups',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    phone: text('phone'),
    website: text('website'),
    passwordHash: text('password_hash').notNull(),
    codeHash: text('code_hash'),
    codeExpiresAt: moment('code_expires_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('sign_ups_once').on(t.email, t.passwordHash),
    index('sign_ups_by_time').on(t.createdAt),
    ...platformPolicies('sign_ups'),
  ],
);

/** Where a person came in from: digests of browsers' secrets and of addresses. */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: accountId(),
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId, t.key] }),
    index('known_devices_by_time').on(t.seenAt),
    tenantReference('known_devices_user', [t.accountId, t.userId], [users.accountId, users.id]),
    ...tenantPolicies('known_devices'),
  ],
);

/** One-time secrets sent by mail, hashed: the newest of a purpose replaces the others. */
export const mailedSecrets = pgTable(
  'mailed_secrets',
  {
    accountId: accountId(),
    userId: uuid('user_id').notNull(),
    purpose: text('purpose', { enum: ['reset', 'invite'] }).notNull(),
    hash: text('hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId, t.purpose] }),
    tenantReference('mailed_secrets_user', [t.accountId, t.userId], [users.accountId, users.id]),
    ...tenantPolicies('mailed_secrets'),
  ],
);

/** Platform: who is who at a social provider. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    accountId: accountId(),
    userId: uuid('user_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    tenantReference('identities_user', [t.accountId, t.userId], [users.accountId, users.id]),
    ...platformPolicies('identities'),
  ],
);

/** Platform: secrets of a sign-in under way, hashed, each good once: a provider's state, the code handed to the console. */
export const signInSecrets = pgTable(
  'sign_in_secrets',
  {
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: ['state', 'code'] }).notNull(),
    payload: jsonb('payload').$type<Record<string, string>>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  () => platformPolicies('sign_in_secrets'),
);

/** Platform: failed sign-ins by window of time, of an e-mail or an address, both as digests. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    key: text('key').notNull(),
    bucket: text('bucket').notNull(),
    count: integer('count').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.bucket] }), ...platformPolicies('sign_in_failures')],
);

/**
 * Who did what, for whom, when and from where. Append only: the application's roles may insert and read, nothing else
 * (the migration takes the rest from them). No reference to accounts: an entry outlives what it tells of.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    at: moment('at').notNull().defaultNow(),
    action: text('action').notNull(),
    /** Who did it: null when nobody was signed in. */
    userId: uuid('user_id'),
    userName: text('user_name'),
    userRole: text('user_role'),
    /** The staff user who did it in that one's place. */
    actorId: uuid('actor_id'),
    actorName: text('actor_name'),
    subject: text('subject'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    ip: text('ip'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index('audit_entries_by_time').on(t.accountId, t.at.desc()),
    ...tenantPolicies('audit_entries'),
  ],
);

/** Platform: invoices of accounts that are no more, kept as the law wants them. */
export const keptInvoices = pgTable(
  'kept_invoices',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    invoice: jsonb('invoice').$type<Record<string, unknown>>().notNull(),
    /** Legal name or name, and tax id. */
    holder: jsonb('holder').$type<Record<string, string | null>>().notNull(),
    keptUntil: moment('kept_until').notNull(),
  },
  () => platformPolicies('kept_invoices'),
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
    manner: jsonb('manner').$type<AnswerManner>().notNull().default(initialManner),
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

export const conversations = pgTable(
  'conversations',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    contextId: uuid('context_id').notNull(),
    /** SHA-256 of the token that the visitor's device keeps; null when it sent none. */
    visitorHash: text('visitor_hash'),
    type: text('type', { enum: ['widget', 'preview', 'demo'] }).notNull(),
    firstQuestion: text('first_question').notNull(),
    interactions: integer('interactions').notNull().default(0),
    totalTokens: integer('total_tokens').notNull().default(0),
    sentiment: text('sentiment', { enum: ['positive', 'neutral', 'negative'] }),
    satisfied: boolean('satisfied'),
    goal: text('goal', { enum: ['praise', 'information', 'complaint', 'other'] }),
    wantedHuman: boolean('wanted_human'),
    /** Who set the labels above: a language model, or our own classifier, whose figures are estimates. */
    labelledBy: text('labelled_by', { enum: ['model', 'classifier'] }),
    /** The way to a person is offered once. */
    offeredPerson: boolean('offered_person').notNull().default(false),
    startedAt: moment('started_at').notNull().defaultNow(),
    lastAt: moment('last_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    tenantReference('conversations_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    // As the lists sort: `id desc` alone puts nulls first.
    index('conversations_by_context').on(t.accountId, t.contextId, t.startedAt.desc(), t.id.desc().nullsFirst()),
    index('conversations_by_time').on(t.accountId, t.startedAt.desc(), t.id.desc().nullsFirst()),
    index('conversations_by_tokens').on(t.accountId, t.totalTokens.desc(), t.id.desc().nullsFirst()),
    index('conversations_by_visitor')
      .on(t.accountId, t.visitorHash)
      .where(sql`visitor_hash is not null`),
    ...tenantPolicies('conversations'),
  ],
);

/** One exchange: what was asked and what was answered. */
export const messages = pgTable(
  'messages',
  {
    accountId: accountId(),
    conversationId: uuid('conversation_id').notNull(),
    /** Made by the client, so that asking again is one question. */
    id: uuid('id').notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    grounded: boolean('grounded').notNull(),
    /**
     * `suggested`: contents were offered to choose from. `unknown`: nothing was near. `asked_back`: a model asked what was
     * meant. `cut`: its visitor left midway; asked again under the same id it is answered anew. `unpaid`: no credits were
     * left for an answer. `failed`: no answer could be given; asked again it is answered anew, and until then it is no
     * interaction.
     */
    outcome: text('outcome', {
      enum: ['answered', 'suggested', 'unknown', 'asked_back', 'small_talk', 'cut', 'unpaid', 'failed'],
    })
      .notNull()
      .default('answered'),
    model: text('model').notNull(),
    tokens: integer('tokens').notNull().default(0),
    /** Thousandths of a credit. */
    cost: integer('cost').notNull().default(0),
    /** What was searched for, where that is not the question itself: it went on from the one before. */
    searched: text('searched'),
    rating: text('rating', { enum: ['up', 'down'] }),
    sources: jsonb('sources').$type<Source[]>().notNull().default([]),
    suggestions: jsonb('suggestions').$type<Suggestion[]>().notNull().default([]),
    /** The suggestion that was taken last, and what it answered; all null where none was. */
    chosenContentId: uuid('chosen_content_id'),
    chosenOrdinal: integer('chosen_ordinal'),
    chosenAnswer: text('chosen_answer'),
    chosenSources: jsonb('chosen_sources').$type<Source[]>(),
    chosenAt: moment('chosen_at'),
    /** Why this answer: what was found and how it weighed. The owner's alone. */
    reasons: jsonb('reasons').$type<AnswerReasons>(),
    /** The knowledge gap that it belongs to, where it is one of those `missed`; the nil UUID for none. */
    gapId: uuid('gap_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.conversationId, t.id] }),
    // With the index of words (`messages_words`): what was said lately, without the rest.
    index('messages_by_time').on(t.accountId, t.createdAt),
    index('messages_without_gap')
      .on(t.accountId, t.createdAt)
      .where(sql`gap_id is null and ${missed()}`),
    index('messages_by_gap')
      .on(t.accountId, t.gapId, t.createdAt, t.cost, t.rating)
      .where(sql`gap_id is not null and ${missed()}`),
    tenantReference(
      'messages_conversation',
      [t.accountId, t.conversationId],
      [conversations.accountId, conversations.id],
    ),
    ...tenantPolicies('messages'),
  ],
);

/** The queue. A row is there until its work is done; `parked` rows wait for a person. */
export const jobs = pgTable(
  'jobs',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    /** What the job is about; with `version` it keeps a job from being queued twice. */
    subjectId: uuid('subject_id').notNull(),
    version: integer('version').notNull().default(0),
    payload: jsonb('payload').notNull().default({}),
    state: text('state', { enum: ['waiting', 'parked'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    runAt: moment('run_at').notNull().defaultNow(),
    leaseToken: uuid('lease_token'),
    leaseUntil: moment('lease_until'),
    error: text('error'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    unique('jobs_once').on(t.accountId, t.kind, t.subjectId, t.version),
    index('jobs_due')
      .on(t.runAt)
      .where(sql`state = 'waiting'`),
    ...tenantPolicies('jobs'),
  ],
);

/** Platform: when each account was last served by the queue, so that one with many jobs does not hold up the others. */
export const jobTurns = pgTable(
  'job_turns',
  { accountId: uuid('account_id').primaryKey(), servedAt: moment('served_at').notNull() },
  () => platformPolicies('job_turns'),
);

/**
 * Platform: which process may ask a host for pages, and until when, unless it says so again; and until when another one
 * wants to. So all of them together make no more requests at once than one does.
 */
export const hostTurns = pgTable(
  'host_turns',
  {
    host: text('host').primaryKey(),
    holder: uuid('holder').notNull(),
    until: moment('until').notNull(),
    wantedUntil: moment('wanted_until'),
  },
  () => platformPolicies('host_turns'),
);

/** Platform: how often something was done lately, from one address or of one account, so that all processes count together. */
export const rateCounters = pgTable(
  'rate_counters',
  {
    /** A digest of what was done, and from which address or by which account. */
    key: text('key').primaryKey(),
    used: integer('used').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (t) => [index('rate_counters_ended').on(t.endsAt), ...platformPolicies('rate_counters')],
);

/** Platform: the language and embedding models that staff have configured, and the embedded one. */
export const models = pgTable(
  'models',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['chat', 'embedding'] }).notNull(),
    provider: text('provider', {
      enum: ['embedded', 'openai-compatible', 'openai', 'anthropic', 'google'],
    }).notNull(),
    modelName: text('model_name').notNull(),
    baseUrl: text('base_url').notNull().default(''),
    /** Encrypted, each with the model's id as its companion. */
    sealedKeys: text('sealed_keys').array().notNull().default([]),
    /** The last characters of each key. */
    keyEndings: text('key_endings').array().notNull().default([]),
    inputTokensPerCredit: integer('input_tokens_per_credit').notNull(),
    outputTokensPerCredit: integer('output_tokens_per_credit').notNull(),
    /** Ten-thousandths of a real for a million tokens. */
    inputPrice: integer('input_price').notNull(),
    outputPrice: integer('output_price').notNull(),
    /** Centavos, and the thousandths of a credit that they buy. */
    conversionAmount: integer('conversion_amount').notNull(),
    conversionCredits: integer('conversion_credits').notNull(),
    temperature: doublePrecision('temperature').notNull(),
    tokenWindow: integer('token_window').notNull(),
    maxResponseTokens: integer('max_response_tokens').notNull(),
    prompts: jsonb('prompts').$type<ModelInput['prompts']>().notNull(),
    defaultMessages: jsonb('default_messages').$type<ModelInput['defaultMessages']>().notNull(),
    fallsBack: boolean('falls_back').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  () => platformPolicies('models'),
);

/** Platform: what staff decide for all accounts; one row. */
export const platformSettings = pgTable(
  'platform_settings',
  {
    id: text('id', { enum: ['platform'] }).primaryKey(),
    /** Computes the embeddings of every search; null: none are. */
    searchModelId: uuid('search_model_id').references(() => models.id),
    /** Whether new businesses may sign up. */
    signUpsOpen: boolean('sign_ups_open').notNull().default(true),
    /** The plan that a new account starts on. */
    initialPlanId: text('initial_plan_id').notNull().default('free'),
    supportEmail: text('support_email').notNull().default(''),
    /** A sentence shown to everybody who is signed in; empty: none. */
    announcement: text('announcement').notNull().default(''),
    /** How far ahead of the real clock the sandbox gateway is: staff advance it to try renewals. */
    sandboxAheadSeconds: integer('sandbox_ahead_seconds').notNull().default(0),
  },
  () => platformPolicies('platform_settings'),
);

/** Platform: what one may subscribe to. Prices in centavos, credits in thousandths. */
export const plans = pgTable(
  'plans',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    rank: integer('rank').notNull(),
    monthlyPrice: integer('monthly_price').notNull(),
    yearlyPrice: integer('yearly_price').notNull(),
    credits: integer('credits').notNull(),
    itemLimit: integer('item_limit').notNull(),
    contextLimit: integer('context_limit').notNull().default(1_000),
    userLimit: integer('user_limit').notNull().default(1_000),
    flags: text('flags').array().notNull().default([]),
    /** Shown to who chooses a plan; one that is not stays with those who have it. */
    isOffered: boolean('is_offered').notNull().default(true),
    /** Null: the embedded model. */
    modelId: uuid('model_id').references(() => models.id),
  },
  () => platformPolicies('plans', { readable: true }),
);

export const subscriptions = pgTable(
  'subscriptions',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    period: text('period', { enum: ['MONTHLY', 'YEARLY', 'PREPAID'] }).notNull(),
    status: text('status', {
      enum: ['ACTIVE', 'FAILURE_PAYMENT', 'PENDING_PAYMENT', 'PENDING_DOWNGRADE', 'PENDING_CANCEL'],
    }).notNull(),
    periodStart: moment('period_start').notNull(),
    renewsAt: moment('renews_at').notNull(),
    /** A downgrade that takes effect at the renewal. */
    pendingPlanId: text('pending_plan_id').references(() => plans.id),
    pendingPeriod: text('pending_period', { enum: ['MONTHLY', 'YEARLY', 'PREPAID'] }),
    /** Cancelled: the day until which access is kept. */
    endsAt: moment('ends_at'),
    gateway: text('gateway', { enum: ['sandbox', 'stripe'] }),
    customerId: text('customer_id'),
    /** The subscription at the gateway. Events of any other are logged, not applied. */
    gatewaySubscriptionId: text('gateway_subscription_id'),
    paymentMethod: jsonb('payment_method').$type<PaymentMethod>(),
    /** What the gateway charges at each renewal, in centavos: as agreed then, whatever the plan costs now. */
    price: integer('price').notNull().default(0),
    /** Why it ends: `deletion`, because the account is to be erased, is taken back with that wish. */
    cancelCause: text('cancel_cause', { enum: ['owner', 'deletion'] }),
    /** Counts how often the gateway's state was taken over: what was read of it before another did is read again. */
    gatewayReads: integer('gateway_reads').notNull().default(0),
    /** Counts the changes: a stale one is refused. */
    version: integer('version').notNull().default(0),
  },
  (t) => [index('subscriptions_by_customer').on(t.customerId), ...tenantPolicies('subscriptions')],
);

/** Every use and gift of credits, in thousandths; `cause` makes each count once. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    cause: text('cause').notNull(),
    contextId: uuid('context_id'),
    amount: integer('amount').notNull(),
    /** The part of `amount` that is of the lasting credits; the rest is of the period's. */
    lasting: integer('lasting').notNull().default(0),
    /** Null: reserved for an answer under way; `amount` is an estimate until it settles. */
    settledAt: moment('settled_at').defaultNow(),
    /** Of a reservation: nobody is at work on it any more after that. */
    heldUntil: moment('held_until'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.cause] }),
    index('credit_entries_by_time').on(t.accountId, t.createdAt),
    index('credit_entries_held')
      .on(t.heldUntil)
      .where(sql`settled_at is null`),
    ...tenantPolicies('credit_entries'),
  ],
);

export const invoices = pgTable(
  'invoices',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    issuedAt: moment('issued_at').notNull(),
    type: text('type', { enum: ['MONTHLY', 'YEARLY', 'PREPAID'] }).notNull(),
    status: text('status', { enum: ['draft', 'open', 'paid', 'deleted', 'uncollectible', 'void'] }).notNull(),
    orderNumber: text('order_number').notNull(),
    plan: text('plan').notNull(),
    amount: integer('amount').notNull(),
    lines: jsonb('lines').$type<InvoiceLine[]>().notNull().default([]),
    paidAt: moment('paid_at'),
    gatewayInvoiceId: text('gateway_invoice_id'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex('invoices_of_gateway').on(t.accountId, t.gatewayInvoiceId),
    uniqueIndex('invoices_order').on(t.accountId, t.orderNumber),
    ...tenantPolicies('invoices'),
  ],
);

/** What a context's owner allows; a context without a row has the initial limits. */
export const contextLimits = pgTable(
  'context_limits',
  {
    accountId: accountId(),
    contextId: uuid('context_id').notNull(),
    perMinute: integer('per_minute').notNull(),
    daily: integer('daily'),
    monthly: integer('monthly'),
    /** Thousandths of a credit, a period of the plan. */
    credits: integer('credits'),
    messages: jsonb('messages').$type<Record<LimitKind, string>>().notNull(),
    notify: boolean('notify').notNull(),
    /** What is still answered when the credits are used up: ready answers and the way to a person, or that way alone. */
    withoutCredits: text('without_credits', { enum: ['faq', 'person'] })
      .notNull()
      .default('faq'),
    deactivatedUntil: moment('deactivated_until'),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId] }),
    tenantReference('context_limits_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('context_limits'),
  ],
);

/** What is used of each limit: rows, so that every process counts the same and a restart forgets nothing. */
export const usageCounters = pgTable(
  'usage_counters',
  {
    accountId: accountId(),
    contextId: uuid('context_id').notNull(),
    kind: text('kind', { enum: ['minute', 'daily', 'demo', 'monthly', 'credits'] }).notNull(),
    /** The demo link, the minute and the address's digest, the day, the month, or the start of the plan's period. */
    bucket: text('bucket').notNull(),
    used: integer('used').notNull(),
    /** After that nobody asks for it. */
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.contextId, t.kind, t.bucket] }),
    tenantReference('usage_counters_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    index('usage_counters_expired').on(t.expiresAt),
    ...tenantPolicies('usage_counters'),
  ],
);

/** Of a notice about contents. Visitors' words are not kept in it: they are read from their messages. */
export interface NoticeDetails {
  fact?: { kind: FactKind; believed: string; other: string };
  lost?: { conversationId: string; messageId: string }[];
}

/** That a limit is near its end was said: once a limit, level and period; or what changed contents brought with them. */
export const limitNotices = pgTable(
  'limit_notices',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    /** Null: `plan`, the account's own credits. */
    contextId: uuid('context_id'),
    limit: text('limit', { enum: ['daily', 'monthly', 'credits', 'plan', 'facts', 'answers'] }).notNull(),
    level: integer('level').notNull(),
    /** Of a notice about contents: what it is about, as a digest. */
    period: text('period').notNull(),
    details: jsonb('details').$type<NoticeDetails>(),
    dismissedAt: moment('dismissed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    unique('limit_notices_once').on(t.accountId, t.contextId, t.limit, t.level, t.period).nullsNotDistinct(),
    tenantReference('limit_notices_context', [t.accountId, t.contextId], [contexts.accountId, contexts.id]),
    ...tenantPolicies('limit_notices'),
  ],
);

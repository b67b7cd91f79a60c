import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ModelInput } from '../../../shared/models.ts';
import { accountId, createdAt, moment, platformPolicies, tenantPolicies, updatedAt } from '../columns.ts';
import { accounts } from './identity.ts';

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

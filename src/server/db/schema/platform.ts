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
import { MODEL_KINDS, PROVIDERS } from '../../../shared/model-kinds.ts';
import { ROLES } from '../../../shared/roles.ts';
import { accountId, createdAt, entityTable, moment, platformPolicies, tenantTable, updatedAt } from '../columns.ts';
import { accounts } from './identity.ts';

/** One row, from the first start on: which SECRET_KEY the encrypted values of this database need. */
export const secretKeys = pgTable(
  'secret_keys',
  {
    id: integer('id').primaryKey(),
    fingerprint: text('fingerprint').notNull(),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  () => [...platformPolicies('secret_keys')],
);

/** The roles may only insert and select. No foreign key to accounts, because entries outlive them. */
export const auditEntries = entityTable(
  'audit_entries',
  {
    at: moment('at').notNull().defaultNow(),
    action: text('action').notNull(),
    /** Null if nobody was signed in. */
    userId: uuid('user_id'),
    userName: text('user_name'),
    userRole: text('user_role'),
    actorId: uuid('actor_id'),
    actorName: text('actor_name'),
    subject: text('subject'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    ip: text('ip'),
  },
  (t) => [
    index('audit_entries_by_time').on(t.accountId, t.at.desc()),
    // For the platform's log, which shows a period of all accounts.
    index('audit_entries_of_all').on(t.at.desc()),
  ],
);

/** See `audit/decision-log.ts`. Has no names, so that nothing stays of somebody who has left. */
export const accessDecisions = entityTable(
  'access_decisions',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    allowed: boolean('allowed').notNull(),
    userId: uuid('user_id').notNull(),
    apiKeyId: uuid('api_key_id'),
    actorId: uuid('actor_id'),
    role: text('role', { enum: ROLES }).notNull(),
    flags: text('flags').array().notNull(),
    resource: text('resource').notNull(),
    action: text('action').notNull(),
    refusal: text('refusal', { enum: ['role', 'plan'] }),
    /** Smallest change that would have allowed a refusal. */
    neededRole: text('needed_role', { enum: ROLES }),
    neededFlag: text('needed_flag'),
    /** Of policy.csv; for a refusal, with that change. */
    row: text('row'),
    /** How many decisions this one stands for. */
    count: integer('count').notNull(),
    requestId: text('request_id').notNull(),
    policy: text('policy').notNull(),
  },
  (t) => [
    index('access_decisions_by_time').on(t.accountId, t.at.desc()),
    index('access_decisions_of_all').on(t.at.desc()),
  ],
);

/** A row exists until its job is done; `parked` ones wait for a person. */
export const jobs = entityTable(
  'jobs',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** With `version`, prevents queueing a job twice. */
    subjectId: uuid('subject_id').notNull(),
    version: integer('version').notNull().default(0),
    payload: jsonb('payload').notNull().default({}),
    state: text('state', { enum: ['waiting', 'parked'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    runAt: moment('run_at').notNull().defaultNow(),
    /** In the future: set by a clock that was ahead (`resumeJobs`). */
    scheduledAt: moment('scheduled_at')
      .notNull()
      .defaultNow()
      .$onUpdate(() => sql`now()`),
    leaseToken: uuid('lease_token'),
    leaseUntil: moment('lease_until'),
    error: text('error'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('jobs_once').on(t.accountId, t.kind, t.subjectId, t.version),
    index('jobs_due')
      .on(t.runAt)
      .where(sql`state = 'waiting'`),
  ],
);

/** When last served, so that an account with many jobs does not delay the others. */
export const jobTurns = pgTable(
  'job_turns',
  { accountId: uuid('account_id').primaryKey(), servedAt: moment('served_at').notNull() },
  () => platformPolicies('job_turns'),
);

/** Per address or account, shared by all processes. */
export const rateCounters = pgTable(
  'rate_counters',
  {
    /** Of the operation and of the address or account. */
    key: text('key').primaryKey(),
    used: integer('used').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (t) => [index('rate_counters_ended').on(t.endsAt), ...platformPolicies('rate_counters')],
);

export const models = pgTable(
  'models',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    kind: text('kind', { enum: MODEL_KINDS }).notNull(),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    modelName: text('model_name').notNull(),
    baseUrl: text('base_url').notNull().default(''),
    /** Encrypted with the model's id as associated data. */
    sealedKeys: text('sealed_keys').array().notNull().default([]),
    keyEndings: text('key_endings').array().notNull().default([]),
    inputTokensPerCredit: integer('input_tokens_per_credit').notNull(),
    outputTokensPerCredit: integer('output_tokens_per_credit').notNull(),
    /** Ten-thousandths of a real per million tokens. */
    inputPrice: integer('input_price').notNull(),
    outputPrice: integer('output_price').notNull(),
    /** Centavos, and the thousandths of a credit that they buy. */
    conversionAmount: integer('conversion_amount').notNull(),
    conversionCredits: integer('conversion_credits').notNull(),
    temperature: doublePrecision('temperature').notNull(),
    tokenWindow: integer('token_window').notNull(),
    maxResponseTokens: integer('max_response_tokens').notNull(),
    firstTokenSeconds: integer('first_token_seconds'),
    prompts: jsonb('prompts').$type<{ answer: string; classify: string }>().notNull(),
    defaultMessages: jsonb('default_messages').$type<{ declined: string; error: string }>().notNull(),
    fallsBack: boolean('falls_back').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  () => platformPolicies('models'),
);

export const platformSettings = pgTable(
  'platform_settings',
  {
    id: text('id', { enum: ['platform'] }).primaryKey(),
    searchModelId: uuid('search_model_id').references(() => models.id),
    signUpsOpen: boolean('sign_ups_open').notNull().default(true),
    initialPlanId: text('initial_plan_id').notNull().default('free'),
    supportEmail: text('support_email').notNull().default(''),
    announcement: text('announcement').notNull().default(''),
    /** Seconds. Staff advance it to test renewals. */
    sandboxAheadSeconds: integer('sandbox_ahead_seconds').notNull().default(0),
  },
  () => platformPolicies('platform_settings'),
);

/** By Idempotency-Key, for a day, so that a repeated call creates nothing. */
export const idempotencyKeys = tenantTable(
  'idempotency_keys',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** SHA-256 of the caller, the address and the body. */
    digest: text('digest').notNull(),
    status: integer('status'),
    /** Media type and body, encrypted with account and key as associated data. */
    answer: text('answer'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('idempotency_keys_by_age').on(t.createdAt)],
);

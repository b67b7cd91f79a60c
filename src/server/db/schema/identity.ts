import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { API_KEY_ROLES } from '../../../shared/roles.ts';
import {
  accountId,
  createdAt,
  moment,
  platformPolicies,
  tenantPolicies,
  tenantReference,
  updatedAt,
} from '../columns.ts';

/*
 * Primary keys of tenant tables begin with account_id, so that the schema also fits sharded databases (Citus,
 * Aurora).
 */

export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    type: text('type', { enum: ['PERSONAL', 'CORPORATE'] }).notNull(),
    name: text('name').notNull(),
    cnpj: text('cnpj'),
    companyName: text('company_name'),
    website: text('website'),
    /** The hidden account of our staff. */
    isStaff: boolean('is_staff').notNull().default(false),
    /**
     * The owner asked to delete the account: the reason, and when it happens. Until then, the request can be
     * withdrawn.
     */
    deletionReason: text('deletion_reason'),
    deletionRequestedAt: moment('deletion_requested_at'),
    deletesAt: moment('deletes_at'),
    /** The originals of files are kept after their training, and can be downloaded. */
    keepsFiles: boolean('keeps_files').notNull().default(false),
    /** The Monday (YYYY-MM-DD) of the last processed weekly email. */
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
    /** False: the user only sees the contexts in user_contexts. */
    seesAllContexts: boolean('sees_all_contexts').notNull().default(true),
    /** Whether an owner wants the weekly email. */
    weeklyMail: boolean('weekly_mail').notNull().default(true),
    tutorial: integer('tutorial').notNull().default(0),
    /** Whether the tutorial is about one site or several; null until the user has chosen. */
    tutorialMode: text('tutorial_mode', { enum: ['one', 'many'] }),
    /** Folded to a line until the user opens it again. */
    tutorialFolded: boolean('tutorial_folded').notNull().default(false),
    websiteCrawled: boolean('website_crawled').notNull().default(false),
    /** Of a pending user: who invited them. The inviter must be allowed to assign the role. */
    invitedBy: uuid('invited_by'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] }), ...tenantPolicies('users')],
);

/** Platform: account and user of each email address. A person has one account. */
export const logins = pgTable(
  'logins',
  { email: text('email').primaryKey(), accountId: accountId(), userId: uuid('user_id').notNull() },
  (t) => [
    tenantReference('logins_user', [t.accountId, t.userId], [users.accountId, users.id]),
    ...platformPolicies('logins'),
  ],
);

/**
 * Sessions with hashed refresh tokens: one row per sign-in, updated at each rotation. The previous token stays valid
 * for a grace period.
 */
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
    /** Set while a staff user impersonates this user: the staff user's own session, which is suspended meanwhile. */
    actorAccountId: uuid('actor_account_id'),
    actorUserId: uuid('actor_user_id'),
    actorSessionId: uuid('actor_session_id'),
    /** The user is impersonating somebody. This session can only end that. */
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

/** Keys with which programs call the API. The secret is random enough for an unsalted hash (SHA-256). */
export const apiKeys = pgTable(
  'api_keys',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: API_KEY_ROLES }).notNull(),
    /** False: the key only sees the contexts in api_key_contexts. */
    seesAllContexts: boolean('sees_all_contexts').notNull(),
    hash: text('hash').notNull(),
    /** The last characters of the secret, for display. */
    hint: text('hint').notNull(),
    /** No foreign key, because the row outlives the user. Without them, the key is suspended. */
    createdBy: uuid('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    /** Written at most once a minute. */
    lastUsedAt: moment('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    /** A caller only has the secret. */
    index('api_keys_by_hash').on(t.hash),
    ...tenantPolicies('api_keys'),
  ],
);

/**
 * Platform: sign-ups with an unconfirmed address. Anybody can enter any address, so several may wait for the same
 * one. The account is created when the code mailed for one of them is confirmed.
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

/** Devices and networks a user has signed in from, as digests of the browsers' secrets and of the addresses. */
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

/** One-time secrets sent by email, hashed. A new one replaces the older one of the same purpose. */
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

/** Platform: links between users and identity providers. */
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

/**
 * Platform: single-use secrets of a sign-in in progress, hashed: the `state` for the provider and the code for the
 * console.
 */
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

/** Platform: failed sign-ins per time window, for an email or an IP address, both as digests. */
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

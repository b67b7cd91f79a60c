import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { API_KEY_ROLES, ROLES, USER_STATUSES } from '../../../shared/roles.ts';
import {
  accountId,
  createdAt,
  entityTable,
  moment,
  platformPolicies,
  tenantPolicies,
  tenantReference,
  tenantTable,
  updatedAt,
} from '../columns.ts';

/* Keys begin with account_id, so that the schema also fits sharded databases (Citus, Aurora). */

export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    type: text('type', { enum: ['PERSONAL', 'CORPORATE'] }).notNull(),
    name: text('name').notNull(),
    cnpj: text('cnpj'),
    companyName: text('company_name'),
    website: text('website'),
    /** The hidden one of our staff. */
    isStaff: boolean('is_staff').notNull().default(false),
    /** Until it happens, the request can be withdrawn. */
    deletionReason: text('deletion_reason'),
    deletionRequestedAt: moment('deletion_requested_at'),
    deletesAt: moment('deletes_at'),
    /** Originals of files, after their training. */
    keepsFiles: boolean('keeps_files').notNull().default(false),
    /** Of everybody in the account. */
    requiresFactor: boolean('requires_factor').notNull().default(false),
    /** The Monday (YYYY-MM-DD) last processed. */
    weeklyMailed: text('weekly_mailed'),
    createdAt: createdAt(),
  },
  () => tenantPolicies('accounts', 'id'),
);

export const users = entityTable(
  'users',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    avatar: text('avatar'),
    role: text('role', { enum: ROLES }).notNull(),
    status: text('status', { enum: USER_STATUSES }).notNull(),
    passwordHash: text('password_hash'),
    emailVerifiedAt: moment('email_verified_at'),
    /** False: only those in user_contexts. */
    seesAllContexts: boolean('sees_all_contexts').notNull().default(true),
    weeklyMail: boolean('weekly_mail').notNull().default(true),
    tutorial: integer('tutorial').notNull().default(0),
    tutorialMode: text('tutorial_mode', { enum: ['one', 'many'] }),
    /** Folded to a line until the user opens it again. */
    tutorialFolded: boolean('tutorial_folded').notNull().default(false),
    websiteCrawled: boolean('website_crawled').notNull().default(false),
    /** Must be allowed to assign the role. */
    invitedBy: uuid('invited_by'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  () => [],
);

/** A person has one account. */
export const logins = pgTable(
  'logins',
  { email: text('email').primaryKey(), accountId: accountId(), userId: uuid('user_id').notNull() },
  (t) => [tenantReference('logins_user', [t.accountId, t.userId], users), ...platformPolicies('logins')],
);

/** Refresh tokens are hashed. One row per sign-in; at a rotation, the previous token stays valid for a grace period. */
export const sessions = entityTable(
  'sessions',
  {
    userId: uuid('user_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    previousHash: text('previous_hash'),
    rotatedAt: moment('rotated_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** While staff impersonate this user: their own session, suspended meanwhile. */
    actorAccountId: uuid('actor_account_id'),
    actorUserId: uuid('actor_user_id'),
    actorSessionId: uuid('actor_session_id'),
    /** When a second factor, or the password of a user without one, was last proven. */
    provenAt: moment('proven_at').notNull().defaultNow(),
    /** Of the sign-in. */
    userAgent: text('user_agent'),
    ip: text('ip'),
    /** Impersonating somebody, which is all this session can end. */
    parkedAt: moment('parked_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('sessions_by_actor').on(t.actorSessionId),
    tenantReference('sessions_user', [t.accountId, t.userId], users),
  ],
);

/** Of an authenticator app, one for each user. Sealed; it counts once a code has confirmed it. */
export const totpKeys = tenantTable(
  'totp_keys',
  {
    userId: uuid('user_id').notNull(),
    sealed: text('sealed').notNull(),
    confirmedAt: moment('confirmed_at'),
    /** The latest time step whose code was accepted; no code of it or of an earlier one is accepted again. */
    lastStep: integer('last_step').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId] }),
    tenantReference('totp_keys_user', [t.accountId, t.userId], users),
  ],
);

/** A hash each, without a key: codes have 79 bits. A used one is deleted. */
export const recoveryCodes = tenantTable(
  'recovery_codes',
  {
    userId: uuid('user_id').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId, t.hash] }),
    tenantReference('recovery_codes_user', [t.accountId, t.userId], users),
  ],
);

/** WebAuthn credentials; `credentialId` and `publicKey` are base64url. */
export const passkeys = entityTable(
  'passkeys',
  {
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    lastUsedAt: moment('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('passkeys_once').on(t.accountId, t.userId, t.credentialId),
    tenantReference('passkeys_user', [t.accountId, t.userId], users),
  ],
);

/** Views of lists. They go with the person. */
export const savedViews = entityTable(
  'saved_views',
  {
    userId: uuid('user_id').notNull(),
    list: text('list').notNull(),
    name: text('name').notNull(),
    query: text('query').notNull(),
    shared: boolean('shared').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [tenantReference('saved_views_user', [t.accountId, t.userId], users)],
);

/** The secret is random enough for an unsalted hash (SHA-256). */
export const apiKeys = entityTable(
  'api_keys',
  {
    accountId: accountId().references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    role: text('role', { enum: API_KEY_ROLES }).notNull(),
    /** False: only those in api_key_contexts. */
    seesAllContexts: boolean('sees_all_contexts').notNull(),
    hash: text('hash').notNull(),
    hint: text('hint').notNull(),
    /** No foreign key: the row outlives the user, and the key is then suspended. */
    createdBy: uuid('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    /** At most once a minute. */
    lastUsedAt: moment('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [
    /** All that a caller has. */
    index('api_keys_by_hash').on(t.hash),
  ],
);

/** Anybody can enter any address, so several may wait for one; a confirmed code creates the account. */
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

/** Digests of browsers' secrets and of addresses. */
export const knownDevices = tenantTable(
  'known_devices',
  {
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId, t.key] }),
    index('known_devices_by_time').on(t.seenAt),
    tenantReference('known_devices_user', [t.accountId, t.userId], users),
  ],
);

/** Hashed. A new one replaces the older one of the same purpose. */
export const mailedSecrets = tenantTable(
  'mailed_secrets',
  {
    userId: uuid('user_id').notNull(),
    purpose: text('purpose', { enum: ['reset', 'invite'] }).notNull(),
    hash: text('hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId, t.purpose] }),
    tenantReference('mailed_secrets_user', [t.accountId, t.userId], users),
  ],
);

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
    tenantReference('identities_user', [t.accountId, t.userId], users),
    ...platformPolicies('identities'),
  ],
);

/**
 * Single-use and hashed: the `state` for the provider, the code for the console, the ticket of a sign-in that waits for
 * its second factor, and the challenge for a passkey.
 */
export const signInSecrets = pgTable(
  'sign_in_secrets',
  {
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: ['state', 'code', 'ticket', 'challenge'] }).notNull(),
    payload: jsonb('payload').$type<Record<string, string>>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  () => platformPolicies('sign_in_secrets'),
);

/** Per time window; keys are digests of an email or an IP address. */
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

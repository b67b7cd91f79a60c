import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import {
  accountId,
  createdAt,
  moment,
  platformPolicies,
  tenantPolicies,
  tenantReference,
  updatedAt,
} from '../columns.ts';

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

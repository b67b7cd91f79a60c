import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AnswerProfile, WidgetAppearance } from '../../shared/appearance.ts';
import type { HandoverSettings } from '../../shared/handover.ts';
import { HELP_ACCOUNT_ID } from '../../shared/help.ts';
import type { LimitKind } from '../../shared/limits.ts';
import { EMBEDDED_MODEL_ID } from '../../shared/models.ts';
import type { API_KEY_ROLES, Role } from '../../shared/roles.ts';
import { apiKeyStatus } from './api-key-status.ts';
import { isRecent } from './running-until.ts';
import { channels } from './schema/channels.ts';
import { apiKeys } from './schema/identity.ts';
import { models } from './schema/platform.ts';
import { type Db, readPlatform } from './tenant.ts';

/*
 * All queries that run before the tenant of a request is known. They use the platform role to find a row; callers
 * continue with its tenant.
 */

/** Whether anybody has an account. */
export async function hasUsers(db: Db): Promise<boolean> {
  const [found] = await readPlatform(db, sql`select 1 from users limit 1`);
  return found !== undefined;
}

export interface Membership {
  accountId: string;
  userId: string;
  sessionId: string;
  role: Role;
  flags: string[];
  seesAllContexts: boolean;
  contextIds: string[];
  /** The staff user who is impersonating this user; null in a normal session. */
  actor: { id: string; accountId: string; sessionId: string; name: string; role: Role } | null;
  /** The session is suspended while its user impersonates somebody. It can only end the impersonation. */
  isParked: boolean;
}

/**
 * Returns the current membership behind an access token; null if the session, the user or the account is no longer
 * valid.
 */
export async function findMembership(
  db: Db,
  token: { accountId: string; userId: string; sessionId: string },
): Promise<Membership | null> {
  const rows = await readPlatform<Membership>(
    db,
    sql`select u.account_id as "accountId", u.id as "userId", s.id as "sessionId", u.role,
          u.sees_all_contexts as "seesAllContexts", coalesce(p.flags, '{}') as flags,
          array(select context_id from user_contexts c where c.account_id = u.account_id and c.user_id = u.id) as "contextIds",
          s.parked_at is not null as "isParked",
          case when s.actor_user_id is not null then json_build_object('id', k.id, 'accountId', k.account_id,
            'sessionId', s.actor_session_id, 'name', k.name, 'role', k.role) end as actor
        from users u
          join sessions s on s.account_id = u.account_id and s.user_id = u.id
          left join subscriptions b on b.account_id = u.account_id
          left join plans p on p.id = b.plan_id
          left join users k on k.account_id = s.actor_account_id and k.id = s.actor_user_id
            and k.status = 'ACTIVE' and k.role = 'WM_ADMIN'
          left join sessions ks on ks.account_id = s.actor_account_id and ks.id = s.actor_session_id
            and ks.revoked_at is null and ks.expires_at > now()
        where u.account_id = ${token.accountId} and u.id = ${token.userId} and s.id = ${token.sessionId}
          and u.status = 'ACTIVE' and s.revoked_at is null and s.expires_at > now()
          and (s.actor_user_id is null or k.id is not null and ks.id is not null)`,
  );
  return rows[0] ?? null;
}

/** What an API key opens, and the user who created it. */
interface ApiKeyAccess {
  accountId: string;
  id: string;
  name: string;
  role: (typeof API_KEY_ROLES)[number];
  status: 'active' | 'suspended' | 'expired' | 'revoked';
  creatorId: string;
  flags: string[];
  seesAllContexts: boolean;
  /** The contexts that both the key and its creator may access, unless both may access all. */
  contextIds: string[];
  /** Whether its last use was recorded over a minute ago, or never. */
  isUseDue: boolean;
}

/** Returns the API key with this hash; null if there is none. */
export async function findApiKey(db: Db, hash: string): Promise<ApiKeyAccess | null> {
  const { accountId, id, seesAllContexts } = apiKeys;
  const rows = await readPlatform<ApiKeyAccess>(
    db,
    sql`select ${accountId} as "accountId", ${id} as id, ${apiKeys.name} as name, ${apiKeys.role} as role,
          ${apiKeyStatus} as status, ${apiKeys.createdBy} as "creatorId", coalesce(p.flags, '{}') as flags,
          ${seesAllContexts} and u.sees_all_contexts as "seesAllContexts",
          array(select c.id from contexts c where c.account_id = ${accountId}
            and not (${seesAllContexts} and u.sees_all_contexts)
            and (${seesAllContexts} or exists (select from api_key_contexts k
              where k.account_id = c.account_id and k.api_key_id = ${id} and k.context_id = c.id))
            and (u.sees_all_contexts or exists (select from user_contexts o
              where o.account_id = c.account_id and o.user_id = u.id and o.context_id = c.id))) as "contextIds",
          not ${isRecent(apiKeys.lastUsedAt, 60)} as "isUseDue"
        from ${apiKeys}
          left join users u on u.account_id = ${accountId} and u.id = ${apiKeys.createdBy}
          left join subscriptions b on b.account_id = ${accountId}
          left join plans p on p.id = b.plan_id
        where ${apiKeys.hash} = ${hash}`,
  );
  return rows[0] ?? null;
}

export interface Login {
  accountId: string;
  userId: string;
  name: string;
  role: Role;
  status: string;
  passwordHash: string | null;
}

/** Returns the user with this email (lowercase), in any account. */
export async function findLogin(db: Db, email: string): Promise<Login | null> {
  const rows = await readPlatform<Login>(
    db,
    sql`select u.account_id as "accountId", u.id as "userId", u.name, u.role, u.status,
          u.password_hash as "passwordHash"
        from logins l join users u on u.account_id = l.account_id and u.id = l.user_id
        where l.email = ${email}`,
  );
  return rows[0] ?? null;
}

/** Returns the name of the account that invited an email address; null without a valid invitation. */
export async function findInvitedBy(db: Db, email: string): Promise<string | null> {
  const [row] = await readPlatform<{ account: string }>(
    db,
    sql`select coalesce(a.company_name, a.name) as account
        from users u
          join accounts a on a.id = u.account_id
          join mailed_secrets m on m.account_id = u.account_id and m.user_id = u.id
        where u.email = ${email} and u.status = 'PENDING' and m.purpose = 'invite' and m.expires_at > now()
        order by m.created_at desc limit 1`,
  );
  return row?.account ?? null;
}

interface UserSummary {
  accountId: string;
  userId: string;
  name: string;
  email: string;
  role: Role;
  status: string;
  website: string | null;
}

/** Returns a user by id, in any account. */
export async function findUser(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<UserSummary | null> {
  const rows = await readPlatform<UserSummary>(
    db,
    sql`select u.account_id as "accountId", u.id as "userId", u.name, u.email, u.role, u.status, a.website
        from users u join accounts a on a.id = u.account_id
        where u.account_id = ${accountId} and u.id = ${userId}`,
  );
  return rows[0] ?? null;
}

/** Returns the user linked to a subject of an identity provider. */
export async function findIdentity(db: Db, issuer: string, subject: string): Promise<Login | null> {
  const rows = await readPlatform<Login>(
    db,
    sql`select u.account_id as "accountId", u.id as "userId", u.name, u.role, u.status,
          u.password_hash as "passwordHash"
        from identities i join users u on u.account_id = i.account_id and u.id = i.user_id
        where i.issuer = ${issuer} and i.subject = ${subject}`,
  );
  return rows[0] ?? null;
}

export interface WidgetContext {
  accountId: string;
  contextId: string;
  name: string;
  inheritance: string;
  knowledgeVersion: number;
  defaultMessage: string | null;
  appearance: WidgetAppearance;
  origins: string[];
  answerProfile: AnswerProfile;
  /** Visitors may leave a message for a person. */
  takesMessages: boolean;
  /** Whether and when visitors may call a person; null until the owner has set it. */
  handover: HandoverSettings | null;
  /** Signs the identities of visitors; encrypted. */
  sealedIdentitySecret: string | null;
  /** When visitors last asked something, by the origin of their page (ISO 8601). */
  seenOrigins: Record<string, string>;
  /** Model of the account's plan, or else the embedded model; null if it has no row. */
  model: ModelSettings | null;
  /** Flags of the account's plan. */
  flags: string[];
  /** Start of the current billing period, from which credits are counted; null without a subscription. */
  periodStart: Date | null;
  /** Null for the default limits. */
  limits: WidgetLimits | null;
}

/** A context's own limits, as a question needs them. `deactivatedUntil` is an ISO date. */
export interface WidgetLimits {
  perMinute: number;
  daily: number | null;
  monthly: number | null;
  /** In thousandths of a credit. */
  credits: number | null;
  messages: Record<LimitKind, string>;
  notify: boolean;
  withoutCredits: 'faq' | 'person';
  deactivatedUntil: string | null;
}

export type ModelRow = typeof models.$inferSelect;
/** A configured model, with encrypted keys. */
export type ModelSettings = Omit<ModelRow, 'createdAt' | 'updatedAt'>;

const fieldsOf = (columns: Record<string, PgColumn>): SQL =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    sql`, `,
  );
/** All columns of a model, under their property names. */
const modelFields = fieldsOf(getTableColumns(models));
const { createdAt: _, updatedAt: __, ...modelColumns } = getTableColumns(models);
const modelSettings = fieldsOf(modelColumns);

/** Returns the context behind a public widget id. */
export async function findWidgetContext(db: Db, contextId: string): Promise<WidgetContext | null> {
  const rows = await readPlatform<WidgetContext>(
    db,
    sql`select c.account_id as "accountId", c.id as "contextId", c.name, c.inheritance,
          c.knowledge_version as "knowledgeVersion", c.default_message as "defaultMessage", c.appearance, c.origins,
          c.manner as "answerProfile", c.takes_messages as "takesMessages", c.handover, c.sealed_identity_secret as "sealedIdentitySecret",
          c.seen_origins as "seenOrigins", to_json(m) as model, s.period_start as "periodStart",
          coalesce(p.flags, '{}') as flags,
          case when l.context_id is not null then json_build_object('perMinute', l.per_minute, 'daily', l.daily, 'monthly', l.monthly, 'credits', l.credits,
            'messages', l.messages, 'notify', l.notify, 'withoutCredits', l.without_credits, 'deactivatedUntil', l.deactivated_until) end as limits
        from contexts c
          left join context_limits l on l.account_id = c.account_id and l.context_id = c.id
          left join subscriptions s on s.account_id = c.account_id
          left join plans p on p.id = s.plan_id
          left join lateral (select ${modelSettings} from models
            where models.id = coalesce(p.model_id, ${EMBEDDED_MODEL_ID})) m on true
        where c.id = ${contextId}`,
  );
  return rows[0] ?? null;
}

/** The context that a demo link opens, and the link's expiry. */
interface DemoLinkRow {
  accountId: string;
  contextId: string;
  expiresAt: Date;
  revokedAt: Date | null;
}

/** Returns a demo link by its id, which is all that the visitor has. */
export async function findDemoLink(db: Db, id: string): Promise<DemoLinkRow | null> {
  const [row] = await readPlatform<DemoLinkRow>(
    db,
    sql`select account_id as "accountId", context_id as "contextId", expires_at as "expiresAt", revoked_at as "revokedAt"
        from demo_links where id = ${id}`,
  );
  return row ?? null;
}

export type ChannelRow = typeof channels.$inferSelect;

/** Returns a channel by its id, which is all that Meta's webhook names. */
export async function findChannel(db: Db, id: string): Promise<ChannelRow | null> {
  const [row] = await readPlatform<ChannelRow>(
    db,
    sql`select ${fieldsOf(getTableColumns(channels))} from channels where id = ${id}`,
  );
  return row ?? null;
}

/** Returns the WebP bytes of a widget's image. */
export async function findImage(db: Db, id: string): Promise<Buffer | null> {
  const [row] = await readPlatform<{ bytes: Buffer }>(db, sql`select bytes from context_images where id = ${id}`);
  return row?.bytes ?? null;
}

/** Returns a configured model, with encrypted keys. */
export async function findModel(db: Db, id: string): Promise<ModelRow | null> {
  const [row] = await readPlatform<ModelRow>(db, sql`select ${modelFields} from models where ${models.id} = ${id}`);
  return row ?? null;
}

/** Returns the embedding model used for search; null if staff have chosen none. */
export async function findSearchModel(db: Db): Promise<ModelRow | null> {
  const [row] = await readPlatform<ModelRow>(
    db,
    sql`select ${modelFields} from models where ${models.id} = (select search_model_id from platform_settings)`,
  );
  return row ?? null;
}

/** Returns the announcement to all signed-in users; empty if there is none. */
export async function readAnnouncement(db: Db): Promise<string> {
  const [row] = await readPlatform<{ announcement: string }>(db, sql`select announcement from platform_settings`);
  return row?.announcement ?? '';
}

/** Returns true if no account exists except that of our own help, so that demo data may be added. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await readPlatform(db, sql`select 1 from accounts where id <> ${HELP_ACCOUNT_ID} limit 1`)).length === 0;
}

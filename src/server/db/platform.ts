import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AnswerProfile, WidgetAppearance } from '../../shared/appearance.ts';
import { FRESH_MINUTES } from '../../shared/constants.ts';
import type { HandoverSettings } from '../../shared/handover.ts';
import { HELP_ACCOUNT_ID } from '../../shared/help.ts';
import type { LimitsInput } from '../../shared/limits.ts';
import { EMBEDDED_MODEL_ID } from '../../shared/models.ts';
import type { API_KEY_ROLES, Role } from '../../shared/roles.ts';
import { apiKeyStatus } from './api-key-status.ts';
import { shareReads } from './coalesce-calls.ts';
import { isRecent } from './running-until.ts';
import { channels } from './schema/channels.ts';
import { apiKeys } from './schema/identity.ts';
import { models } from './schema/platform.ts';
import { type Db, readPlatform } from './tenant.ts';

/* Before the tenant is known: the platform role finds a row; callers continue with its tenant. */

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
  /** Staff who impersonate this user; null in a normal session. */
  actor: { id: string; accountId: string; sessionId: string; name: string; role: Role } | null;
  /** While its user impersonates somebody; it can only end that. */
  isParked: boolean;
  /** Proved a second factor (or the password, without one) recently. */
  isFresh: boolean;
  hasFactor: boolean;
  /** Of everybody in the account. */
  requiresFactor: boolean;
}

/** Behind an access token; null if session, user or account is no longer valid. */
export async function findMembership(
  db: Db,
  token: { accountId: string; userId: string; sessionId: string },
): Promise<Membership | null> {
  const rows = await readPlatform<Membership>(
    db,
    sql`select u.account_id as "accountId", u.id as "userId", s.id as "sessionId", u.role,
          u.sees_all_contexts as "seesAllContexts", coalesce(p.flags, '{}') as flags,
          array(select context_id from user_contexts c where c.account_id = u.account_id and c.user_id = u.id) as "contextIds",
          s.parked_at is not null as "isParked", a.requires_factor as "requiresFactor",
          s.proven_at > now() - make_interval(mins => ${FRESH_MINUTES}) as "isFresh",
          exists (select from totp_keys f
            where f.account_id = u.account_id and f.user_id = u.id and f.confirmed_at is not null)
          or exists (select from passkeys f where f.account_id = u.account_id and f.user_id = u.id) as "hasFactor",
          case when s.actor_user_id is not null then json_build_object('id', k.id, 'accountId', k.account_id,
            'sessionId', s.actor_session_id, 'name', k.name, 'role', k.role) end as actor
        from users u
          join accounts a on a.id = u.account_id
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

interface ApiKeyAccess {
  accountId: string;
  id: string;
  name: string;
  role: (typeof API_KEY_ROLES)[number];
  status: 'active' | 'suspended' | 'expired' | 'revoked';
  creatorId: string;
  flags: string[];
  seesAllContexts: boolean;
  /** Contexts that both the key and its creator may access. */
  contextIds: string[];
  /** Not recorded within a minute. */
  isUseDue: boolean;
}

export const findApiKey = shareReads(async (db, hash): Promise<ApiKeyAccess | null> => {
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
});

export interface Login {
  accountId: string;
  userId: string;
  name: string;
  role: Role;
  status: string;
  passwordHash: string | null;
}

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
  takesMessages: boolean;
  offersFoundContact: boolean;
  hidesPersonalData: boolean;
  handover: HandoverSettings | null;
  /** Encrypted. */
  sealedIdentitySecret: string | null;
  /** ISO 8601, by the origin of the visitor's page. */
  seenOrigins: Record<string, string>;
  /** Of the account's plan, or else embedded; null without a row. */
  model: ModelSettings | null;
  flags: string[];
  /** Credits count from here; null without a subscription. */
  periodStart: Date | null;
  limits: WidgetLimits | null;
}

/** `credits` in thousandths. */
export type WidgetLimits = Pick<
  LimitsInput,
  ('perMinute' | 'daily' | 'monthly' | 'credits') | ('messages' | 'notify' | 'withoutCredits' | 'deactivatedUntil')
>;

export type ModelRow = typeof models.$inferSelect;
export type ModelSettings = Omit<ModelRow, 'createdAt' | 'updatedAt'>;

const fieldsOf = (columns: Record<string, PgColumn>): SQL =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    sql`, `,
  );
const modelFields = fieldsOf(getTableColumns(models));
const { createdAt: _, updatedAt: __, ...modelColumns } = getTableColumns(models);
const modelSettings = fieldsOf(modelColumns);

export const findWidgetContext = shareReads(async (db, contextId): Promise<WidgetContext | null> => {
  const rows = await readPlatform<WidgetContext>(
    db,
    sql`select c.account_id as "accountId", c.id as "contextId", c.name, c.inheritance,
          c.knowledge_version as "knowledgeVersion", c.default_message as "defaultMessage", c.appearance, c.origins,
          c.manner as "answerProfile", c.takes_messages as "takesMessages", c.offers_found_contact as "offersFoundContact",
          c.hides_personal_data as "hidesPersonalData", c.handover, c.sealed_identity_secret as "sealedIdentitySecret",
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
});

interface DemoLinkRow {
  accountId: string;
  contextId: string;
  expiresAt: Date;
  revokedAt: Date | null;
}

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

export async function findModel(db: Db, id: string): Promise<ModelRow | null> {
  const [row] = await readPlatform<ModelRow>(db, sql`select ${modelFields} from models where ${models.id} = ${id}`);
  return row ?? null;
}

export async function findSearchModel(db: Db): Promise<ModelRow | null> {
  const [row] = await readPlatform<ModelRow>(
    db,
    sql`select ${modelFields} from models where ${models.id} = (select search_model_id from platform_settings)`,
  );
  return row ?? null;
}

export async function readAnnouncement(db: Db): Promise<string> {
  const [row] = await readPlatform<{ announcement: string }>(db, sql`select announcement from platform_settings`);
  return row?.announcement ?? '';
}

/** No account except our own help, so that demo data may be added. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await readPlatform(db, sql`select 1 from accounts where id <> ${HELP_ACCOUNT_ID} limit 1`)).length === 0;
}

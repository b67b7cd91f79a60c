import { sql } from 'drizzle-orm';
import type { WidgetAppearance } from '../../shared/appearance.ts';
import type { Role } from '../../shared/session.ts';
import { type Db, readPlatform } from './tenant.ts';

/*
 * Every reading that has no tenant yet, by name: nowhere else is the platform's role used to find a row. What they find
 * gives the tenant with which the work goes on.
 */

export interface Membership {
  accountId: string;
  userId: string;
  sessionId: string;
  role: Role;
  flags: string[];
  seesAllContexts: boolean;
  contextIds: string[];
}

/** Who stands behind an access token now; null when the session, the user or the account is no longer good. */
export async function findMembership(
  db: Db,
  token: { accountId: string; userId: string; sessionId: string },
): Promise<Membership | null> {
  const rows = await readPlatform<Membership>(
    db,
    sql`select u.account_id as "accountId", u.id as "userId", s.id as "sessionId", u.role,
          u.sees_all_contexts as "seesAllContexts", coalesce(p.flags, '{}') as flags,
          array(select context_id from user_contexts c where c.account_id = u.account_id and c.user_id = u.id) as "contextIds"
        from users u
          join sessions s on s.account_id = u.account_id and s.user_id = u.id
          left join subscriptions b on b.account_id = u.account_id
          left join plans p on p.id = b.plan_id
        where u.account_id = ${token.accountId} and u.id = ${token.userId} and s.id = ${token.sessionId}
          and u.status = 'ACTIVE' and s.revoked_at is null and s.expires_at > now()`,
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
  isVerified: boolean;
}

/** The person with this e-mail (lowercased), on any account. */
export async function findLogin(db: Db, email: string): Promise<Login | null> {
  const rows = await readPlatform<Login>(
    db,
    sql`select u.account_id as "accountId", u.id as "userId", u.name, u.role, u.status,
          u.password_hash as "passwordHash", u.email_verified_at is not null as "isVerified"
        from logins l join users u on u.account_id = l.account_id and u.id = l.user_id
        where l.email = ${email}`,
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
}

/** The context behind a public widget address. */
export async function findWidgetContext(db: Db, contextId: string): Promise<WidgetContext | null> {
  const rows = await readPlatform<WidgetContext>(
    db,
    sql`select account_id as "accountId", id as "contextId", name, inheritance,
          knowledge_version as "knowledgeVersion", default_message as "defaultMessage", appearance, origins
        from contexts where id = ${contextId}`,
  );
  return rows[0] ?? null;
}

/** Whether any account exists: an empty database may be seeded. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await readPlatform(db, sql`select 1 from accounts limit 1`)).length === 0;
}

import { sql } from 'drizzle-orm';
import { changePlatform, changeTenant, type Db, readTenant, type Tenant, type Tx } from '../../db/tenant.ts';

/** Someone whose inbox was last seen longer ago than this has gone. */
const PRESENT_SECONDS = 40;
/** How often an open inbox says that it is there. */
export const HEARTBEAT_MS = 15_000;

/** Of a row of `inbox_presence`. */
export const isPresent = sql`seen_at > now() - make_interval(secs => ${PRESENT_SECONDS})`;

interface Present {
  id: string;
  userId: string;
  userName: string;
}

/** Stores that a person's inbox is open. */
export async function notePresence(db: Db, tenant: Tenant, { id, userId, userName }: Present): Promise<void> {
  const contexts = tenant.contextIds === 'all' ? null : [...tenant.contextIds];
  await changeTenant(
    db,
    tenant,
    sql`insert into inbox_presence (account_id, id, user_id, user_name, context_ids)
        values (${tenant.accountId}::uuid, ${id}::uuid, ${userId}::uuid, ${userName}, ${sql.param(contexts)}::uuid[])
        on conflict (account_id, id) do update set seen_at = now(), context_ids = excluded.context_ids`,
  );
}

export async function endPresence(db: Db, tenant: Tenant, id: string): Promise<void> {
  await changeTenant(
    db,
    tenant,
    sql`delete from inbox_presence where account_id = ${tenant.accountId}::uuid and id = ${id}::uuid`,
  );
}

/** Returns whether anybody who serves this context has an open inbox. */
export async function isSomebodyThere(db: Db, tenant: Tenant, contextId: string): Promise<boolean> {
  const found = await readTenant(
    db,
    tenant,
    sql`select 1 from inbox_presence where account_id = ${tenant.accountId}::uuid and ${isPresent}
        and (context_ids is null or ${contextId}::uuid = any(context_ids)) limit 1`,
  );
  return found.length > 0;
}

/** Returns whether a person has an open inbox. */
export async function isThere(tx: Tx, accountId: string, userId: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from inbox_presence where account_id = ${accountId}::uuid and user_id = ${userId}::uuid and ${isPresent}
        limit 1`,
  );
  return rows.length > 0;
}

/** Returns the people who serve a context, with an open inbox or not. */
export const readColleagues = (db: Db, tenant: Tenant, contextId: string, roles: readonly string[]) =>
  readTenant<{ id: string; name: string; isThere: boolean }>(
    db,
    tenant,
    sql`select u.id, u.name, exists (select from inbox_presence p where p.account_id = u.account_id
          and p.user_id = u.id and ${isPresent}) as "isThere"
        from users u where u.account_id = ${tenant.accountId}::uuid and u.status = 'ACTIVE'
          and u.role = any(${sql.param([...roles])}::text[])
          and (u.sees_all_contexts or exists (select from user_contexts c where c.account_id = u.account_id
            and c.user_id = u.id and c.context_id = ${contextId}::uuid))
        order by "isThere" desc, u.name`,
  );

/** Deletes what people left behind who have gone. */
export const sweepPresence = (db: Db): Promise<number> =>
  changePlatform(db, sql`delete from inbox_presence where seen_at < now() - interval '1 hour' returning 1`).then(
    (rows) => rows.length,
  );

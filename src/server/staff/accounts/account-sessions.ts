import { sql } from 'drizzle-orm';
import type { AccountSessions } from '../../../shared/account-page.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { type Db, readPlatform, withPlatform } from '../../db/tenant.ts';
import { endSessions } from '../../identity/sessions.ts';
import { auditContextIn, type StaffMember } from '../staff-member.ts';
import { requireCustomer } from './accounts.ts';

/** Of each kind, more than a page shows at once. */
const ROWS_MAX = 200;

/**
 * Still valid, with known browsers. A sign-in's address is that of its audit entry, written in the same transaction.
 */
export async function listSessions(db: Db, accountId: string): Promise<AccountSessions> {
  await withPlatform(db, (tx) => requireCustomer(tx, accountId));
  const [data, devices, factors] = await Promise.all([
    readPlatform<AccountSessions['data'][number]>(
      db,
      sql`select s.id, s.user_id as "userId", u.name as user, u.email, s.actor_user_id is not null as "isStaff",
            ${isoMoment(sql`s.created_at`)} as "signedInAt", e.detail ->> 'way' as way, e.ip,
            ${isoMoment(sql`s.rotated_at`)} as "usedAt", ${isoMoment(sql`s.expires_at`)} as "expiresAt"
          from sessions s join users u on u.account_id = s.account_id and u.id = s.user_id
          left join audit_entries e on e.account_id = s.account_id and e.at = s.created_at and e.user_id = s.user_id
            and e.action = 'sign_in'
          where s.account_id = ${accountId} and s.revoked_at is null and s.expires_at > now()
          order by s.rotated_at desc limit ${ROWS_MAX}`,
    ),
    readPlatform<AccountSessions['devices'][number]>(
      db,
      sql`select u.name as user, ${isoMoment(sql`d.seen_at`)} as "seenAt" from known_devices d
          join users u on u.account_id = d.account_id and u.id = d.user_id
          where d.account_id = ${accountId} and d.key like 'device %' order by d.seen_at desc limit ${ROWS_MAX}`,
    ),
    readPlatform<AccountSessions['factors'][number]>(
      db,
      sql`select * from (
            select u.id as "userId", u.name as user, u.email,
              exists (select from totp_keys f
                where f.account_id = u.account_id and f.user_id = u.id and f.confirmed_at is not null) as totp,
              (select count(*)::int from passkeys f where f.account_id = u.account_id and f.user_id = u.id) as passkeys
            from users u where u.account_id = ${accountId}) p
          where totp or passkeys > 0 order by p.user limit ${ROWS_MAX}`,
    ),
  ]);
  return { data, factors, devices };
}

/** Impersonations included. Throws `ApiError` `not_found`. */
export async function endAccountSessions(
  db: Db,
  member: StaffMember,
  accountId: string,
  reason: string,
): Promise<void> {
  await withPlatform(db, async (tx) => {
    await requireCustomer(tx, accountId);
    const { rows } = await tx.execute<{ id: string }>(
      sql`select distinct user_id as id from sessions where account_id = ${accountId} and revoked_at is null`,
    );
    for (const { id } of rows) await endSessions(tx, accountId, id);
    await writeAudit(tx, await auditContextIn(tx, accountId, member), 'sessions_ended', { detail: { reason } });
  });
}

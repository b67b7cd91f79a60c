import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { profileBody } from '../../../shared/people.ts';
import type { SessionContext, SessionUser } from '../../../shared/session.ts';
import { isoMoment } from '../../db/iso-moment.ts';
import { readAnnouncement } from '../../db/platform.ts';
import { contextLimits } from '../../db/schema/chat.ts';
import { users } from '../../db/schema/identity.ts';
import { contexts } from '../../db/schema/knowledge.ts';
import { type Db, readTenant, type Tenant, withTenant } from '../../db/tenant.ts';
import { rowsIn } from '../../resource/scope.ts';
import { notFound } from '../../runtime/api-error.ts';
import { reencodeAvatar } from '../../runtime/reencode-image.ts';
import { isUser } from '../row-conditions.ts';

interface ProfileUser {
  userId: string;
  flags: string[];
  tenant: Tenant;
}

export async function readMe(
  db: Db,
  { userId, flags, tenant }: ProfileUser,
): Promise<Omit<SessionUser, 'permissions' | 'lacksFactor'>> {
  const [[user], announcement] = await Promise.all([
    readTenant<Omit<SessionUser, 'flags' | 'announcement' | 'permissions' | 'lacksFactor'>>(
      db,
      tenant,
      sql`select u.id, u.account_id as "accountId", u.avatar, u.name, u.email, u.role, a.website, u.tutorial,
          u.tutorial_mode as "tutorialMode", u.tutorial_folded as "tutorialFolded", u.website_crawled as "websiteCrawled", 
            ${isoMoment(sql`a.deletes_at`)} as "deletesAt"
        from users u join accounts a on a.id = u.account_id
        where u.account_id = ${tenant.accountId} and u.id = ${userId}`,
    ),
    readAnnouncement(db),
  ]);
  if (!user) throw notFound();
  return { ...user, flags, announcement };
}

/** Throws `ApiError` `invalid_input` for an invalid image. */
export async function editMe(
  db: Db,
  { userId, tenant }: ProfileUser,
  { name, avatar }: z.output<typeof profileBody>,
): Promise<void> {
  const drawn = avatar ? await reencodeAvatar(avatar) : avatar;
  await withTenant(db, tenant, (tx) =>
    tx
      .update(users)
      .set({ name, avatar: drawn, updatedAt: new Date() })
      .where(isUser({ accountId: tenant.accountId, userId })),
  );
}

/** Parents before children, siblings by name. */
export async function readMyContexts(db: Db, tenant: Tenant): Promise<SessionContext[]> {
  const rows = await readTenant<SessionContext>(
    db,
    tenant,
    sql`select c.id, c.name, c.parent_id as "parentId", c.inheritance, ${isoMoment(sql`l.deactivated_until`)} as "pausedUntil"
        from ${contexts} c left join ${contextLimits} l
          on l.account_id = c.account_id and l.context_id = c.id and l.deactivated_until > now()
        where ${rowsIn('c', tenant, [], 'id')} order by c.name`,
  );
  const ids = new Set(rows.map((row) => row.id));
  const under = (parent: string | null): SessionContext[] =>
    rows
      .filter((row) => (row.parentId && ids.has(row.parentId) ? row.parentId : null) === parent)
      .flatMap((row) => [row, ...under(row.id)]);
  return under(null);
}

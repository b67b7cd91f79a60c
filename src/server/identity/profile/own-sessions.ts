import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { OwnSessions } from '../../../shared/second-factor.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { sessions } from '../../db/schema/identity.ts';
import { type Db, withPlatform } from '../../db/tenant.ts';
import { notFound } from '../../runtime/api-error.ts';
import { endImpersonations } from '../impersonations.ts';
import type { ActingUser } from '../people/acting-user.ts';

/** Of the user alone, not those of staff on their behalf. */
const isOpen = ({ accountId, userId }: ActingUser) =>
  and(
    eq(sessions.accountId, accountId),
    eq(sessions.userId, userId),
    isNull(sessions.actorUserId),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, new Date()),
  );

export async function listOwnSessions(db: Db, user: ActingUser): Promise<OwnSessions> {
  const rows = await withPlatform(db, (tx) =>
    tx.select().from(sessions).where(isOpen(user)).orderBy(desc(sessions.rotatedAt)).limit(100),
  );
  return {
    data: rows.map(({ id, userAgent, ip, createdAt, rotatedAt }) => ({
      id,
      isCurrent: id === user.sessionId,
      userAgent,
      ip,
      signedInAt: createdAt.toISOString(),
      usedAt: rotatedAt.toISOString(),
    })),
  };
}

/** One or, without an id, all but this one. Throws `ApiError` `not_found`, also for this one. */
export async function endOwnSessions(db: Db, user: ActingUser, id?: string): Promise<void> {
  await withPlatform(db, async (tx) => {
    const others = and(
      isOpen(user),
      ne(sessions.id, user.sessionId),
      id === undefined ? undefined : eq(sessions.id, id),
    );
    const ended = await tx.update(sessions).set({ revokedAt: new Date() }).where(others).returning();
    if (id !== undefined && ended.length === 0) throw notFound();
    for (const session of ended) {
      await endImpersonations(tx, eq(sessions.actorSessionId, session.id), 'revoked', user.ip ?? null);
    }
    await writeAudit(tx, user, 'own-sessions_end', { detail: { count: ended.length } });
  });
}

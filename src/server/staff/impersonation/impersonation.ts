import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { enterBody, entered } from '../../../shared/staff.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { readPlan } from '../../billing/plans.ts';
import { accounts, sessions, users } from '../../db/schema/identity.ts';
import { tenant, type Tx, withPlatform } from '../../db/tenant.ts';
import { endImpersonations, queueReport } from '../../identity/impersonations.ts';
import { isSession, isUser } from '../../identity/row-conditions.ts';
import { openImpersonatedSession, readRefreshToken } from '../../identity/sessions.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import { digest, isSameDigest } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import type { StaffMember } from '../staff-member.ts';
import { notifyEntered } from './report-impersonation.ts';

/** The account's first active owner. */
async function findOwner(tx: Tx, accountId: string) {
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(
      and(
        eq(users.accountId, accountId),
        eq(users.role, 'OWNER'),
        eq(users.status, 'ACTIVE'),
        eq(accounts.isStaff, false),
      ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(1);
  return owner;
}

/** So that the second of two concurrent impersonations ends the first one. */
async function lockStaff(tx: Tx, member: StaffMember): Promise<string> {
  const [person] = await tx.select({ name: users.name }).from(users).where(isUser(member)).for('no key update');
  return person?.name ?? '';
}

/**
 * Limited time; suspends the staff user's own session. One account at a time: another impersonation ends. Throws
 * `ApiError` `not_found` for an unknown or staff account, or one without an active owner.
 */
export async function enterAccount(
  services: Services,
  member: StaffMember & { sessionId: string },
  { accountId, reason }: z.infer<typeof enterBody>,
): Promise<z.infer<typeof entered>> {
  const { db, key } = services;
  const plan = await readPlan(db, tenant(accountId, 'all'));
  const session = await withPlatform(db, async (tx) => {
    const name = await lockStaff(tx, member);
    const owner = await findOwner(tx, accountId);
    if (!owner) throw notFound();
    const { userId, ip } = member;
    const now = new Date();
    await endImpersonations(tx, eq(sessions.actorUserId, userId), 'replaced', ip);
    const impersonated = { accountId, userId: owner.id, role: 'OWNER' as const };
    const { expiresAt, sessionId, ...pair } = await openImpersonatedSession(tx, key, impersonated, member);
    await tx.update(sessions).set({ parkedAt: now }).where(isSession(member));
    const until = expiresAt.toISOString();
    const actor = { id: userId, name };
    const context = { accountId, userId: owner.id, actor, ip };
    const report = { actor, from: now.toISOString(), until };
    await queueReport(tx, accountId, sessionId, report);
    await notifyEntered(tx, accountId, { ...report, reason }, services.publicUrl());
    await writeAudit(tx, context, 'impersonation_started', { detail: { reason, until } });
    await writeAudit(tx, member, 'impersonation_started', { detail: { until, accountId } });
    return pair;
  });
  return { session, plan };
}

/** Does nothing if the session is not suspended. Throws `ApiError` `session_expired` for an invalid token. */
export async function leaveAccount(services: Services, refreshToken: string, ip: string): Promise<void> {
  const read = readRefreshToken(refreshToken);
  if (!read) throw new ApiError('session_expired');
  await withPlatform(services.db, async (tx) => {
    const where = isSession(read);
    const [row] = await tx
      .select({ session: sessions })
      .from(sessions)
      .innerJoin(users, and(eq(users.accountId, sessions.accountId), eq(users.id, sessions.userId)))
      .where(and(where, eq(users.status, 'ACTIVE')))
      .for('update', { of: sessions });
    const session = row?.session;
    const holds = session && !session.revokedAt && session.expiresAt.getTime() > Date.now();
    if (!holds || !isSameDigest(session.tokenHash, digest(read.secret))) throw new ApiError('session_expired');
    if (!session.parkedAt) return;
    await endImpersonations(tx, eq(sessions.actorSessionId, session.id), 'left', ip);
    await tx.update(sessions).set({ parkedAt: null }).where(where);
  });
}

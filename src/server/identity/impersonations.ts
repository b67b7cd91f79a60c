import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { writeAudit } from '../audit/write-audit.ts';
import { sessions, users } from '../db/schema/identity.ts';
import { jobs } from '../db/schema/platform.ts';
import type { Tx } from '../db/tenant.ts';
import { addJob } from '../jobs/queue.ts';

/** How an impersonation came to its end. */
export type ImpersonationEnd = 'left' | 'signed_out' | 'replaced' | 'revoked' | 'expired';

/** The job that reports an impersonation to the account's owners once it is over (staff/impersonation/report-impersonation.ts). */
const REPORT = 'impersonation-report';

/** What the report needs even when the session's row is gone. */
export interface ReportPayload {
  actor: { id: string; name: string };
  from: string;
  until: string;
}

/** Queues the report for when the session expires. There is one job a session, so there is one report however it ends. */
export async function queueReport(tx: Tx, accountId: string, sessionId: string, payload: ReportPayload): Promise<void> {
  const runAt = new Date(payload.until);
  await addJob(tx, { accountId, kind: REPORT, subjectId: sessionId, payload: { ...payload }, runAt });
}

/** Writes the end into the log of both accounts. */
export async function writeImpersonationEnd(
  tx: Tx,
  session: typeof sessions.$inferSelect,
  how: ImpersonationEnd,
  ip: string | null,
): Promise<void> {
  const { accountId, userId, actorAccountId, actorUserId } = session;
  if (!actorAccountId || !actorUserId) return;
  const [actor] = await tx
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.accountId, actorAccountId), eq(users.id, actorUserId)));
  const behind = { id: actorUserId, name: actor?.name ?? '' };
  await writeAudit(tx, { accountId, userId, actor: behind, ip }, 'impersonation_ended', { detail: { how } });
  // On the staff's side by its id alone: when the account is erased, nothing of it may stay here.
  const own = { accountId: actorAccountId, userId: actorUserId, ip };
  await writeAudit(tx, own, 'impersonation_ended', { detail: { accountId, how } });
}

/**
 * Ends the impersonated sessions that `which` finds, writes it down in both accounts and has the owners told. The staff
 * user's own session stays as it is.
 */
export async function endImpersonations(tx: Tx, which: SQL, how: ImpersonationEnd, ip: string | null): Promise<void> {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(which, sql`${sessions.actorUserId} is not null`, isNull(sessions.revokedAt)))
    .returning();
  for (const session of ended) {
    await writeImpersonationEnd(tx, session, how, ip);
    await tx
      .update(jobs)
      .set({ runAt: sql`now()` })
      .where(and(eq(jobs.accountId, session.accountId), eq(jobs.kind, REPORT), eq(jobs.subjectId, session.id)));
  }
}

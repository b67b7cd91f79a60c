import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { writeAudit } from '../audit/write-audit.ts';
import { sessions, users } from '../db/schema/identity.ts';
import { jobs } from '../db/schema/platform.ts';
import type { Tx } from '../db/tenant.ts';
import { addJob, announceJob } from '../jobs/queue.ts';
import { isUser } from './row-conditions.ts';

type ImpersonationEnd = 'left' | 'signed_out' | 'replaced' | 'revoked' | 'expired';

/** To the account's owners, after it has ended (staff/impersonation/report-impersonation.ts). */
const REPORT = 'impersonation-report';

/** Must not depend on the session's row. */
export interface ReportPayload {
  actor: { id: string; name: string };
  from: string;
  until: string;
}

/** One job per session, for when it expires: exactly one report, whichever way it ends. */
export async function queueReport(tx: Tx, accountId: string, sessionId: string, payload: ReportPayload): Promise<void> {
  const runAt = new Date(payload.until);
  await addJob(tx, { accountId, kind: REPORT, subjectId: sessionId, payload: { ...payload }, runAt });
}

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
    .where(isUser({ accountId: actorAccountId, userId: actorUserId }));
  const staffActor = { id: actorUserId, name: actor?.name ?? '' };
  await writeAudit(tx, { accountId, userId, actor: staffActor, ip }, 'impersonation_ended', { detail: { how } });
  // The staff's entry has only the account's id, so that no personal data remains after the account is erased.
  const own = { accountId: actorAccountId, userId: actorUserId, ip };
  await writeAudit(tx, own, 'impersonation_ended', { detail: { accountId, how } });
}

/** Records the end in both accounts and triggers the report. The staff user's own session is not changed. */
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
    announceJob(tx, REPORT);
  }
}

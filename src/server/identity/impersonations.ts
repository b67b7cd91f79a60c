import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { writeAudit } from '../audit/write-audit.ts';
import { sessions, users } from '../db/tables.ts';
import type { Tx } from '../db/tenant.ts';

/** How an impersonation came to its end. */
export type ImpersonationEnd = 'left' | 'signed_out' | 'replaced';

async function writeEnd(tx: Tx, session: typeof sessions.$inferSelect, how: ImpersonationEnd, ip: string) {
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
 * Ends the impersonated sessions that `which` finds, and writes it down in both accounts. The staff user's own session
 * stays as it is.
 */
export async function endImpersonations(tx: Tx, which: SQL, how: ImpersonationEnd, ip: string): Promise<void> {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(which, isNull(sessions.revokedAt)))
    .returning();
  for (const session of ended) await writeEnd(tx, session, how, ip);
}

import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { writeAudit } from '../audit/write-audit.ts';
import { accounts, sessions, users } from '../db/tables.ts';
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
  const [account] = await tx.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId));
  const behind = { id: actorUserId, name: actor?.name ?? '' };
  await writeAudit(tx, { accountId, userId, actor: behind, ip }, 'impersonation_ended', { detail: { how } });
  await writeAudit(tx, { accountId: actorAccountId, userId: actorUserId, ip }, 'impersonation_ended', {
    subject: account?.name,
    detail: { accountId, how },
  });
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

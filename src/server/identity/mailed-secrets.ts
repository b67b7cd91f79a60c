import { and, eq, sql } from 'drizzle-orm';
import { mailedSecrets } from '../db/tables.ts';
import type { Tx } from '../db/tenant.ts';
import { CODE_TRIES } from '../../shared/constants.ts';
import { digest, isSameDigest } from '../secrets.ts';

type Purpose = 'verify' | 'reset' | 'invite';
interface Owner {
  accountId: string;
  userId: string;
}

const rowOf = ({ accountId, userId }: Owner, purpose: Purpose) =>
  and(eq(mailedSecrets.accountId, accountId), eq(mailedSecrets.userId, userId), eq(mailedSecrets.purpose, purpose));

/** Keeps the digest of a secret that was mailed to someone; an older one of the same purpose no longer holds. */
export async function keepSecret(
  tx: Tx,
  owner: Owner,
  purpose: Purpose,
  secret: string,
  minutes: number,
): Promise<void> {
  const fresh = {
    hash: digest(secret),
    tries: 0,
    expiresAt: new Date(Date.now() + minutes * 60_000),
    createdAt: new Date(),
  };
  await tx
    .insert(mailedSecrets)
    .values({ ...owner, purpose, ...fresh })
    .onConflictDoUpdate({
      target: [mailedSecrets.accountId, mailedSecrets.userId, mailedSecrets.purpose],
      set: fresh,
    });
}

export type SecretVerdict = 'right' | 'wrong' | 'expired';

/**
 * Uses a secret up. The try is counted before the comparison, in one statement, so that parallel guesses cannot have
 * more of them than one after the other; a right secret is gone.
 */
export async function useSecret(tx: Tx, owner: Owner, purpose: Purpose, secret: string): Promise<SecretVerdict> {
  const [kept] = await tx
    .update(mailedSecrets)
    .set({ tries: sql`${mailedSecrets.tries} + 1` })
    .where(rowOf(owner, purpose))
    .returning();
  if (!kept) return 'wrong';
  if (kept.expiresAt.getTime() < Date.now() || kept.tries > CODE_TRIES) return 'expired';
  if (!isSameDigest(kept.hash, digest(secret))) return 'wrong';
  await tx.delete(mailedSecrets).where(rowOf(owner, purpose));
  return 'right';
}

import { and, eq } from 'drizzle-orm';
import { mailedSecrets } from '../db/schema/identity.ts';
import type { Tx } from '../db/tenant.ts';
import { digest } from '../runtime/secrets.ts';

type Purpose = 'reset' | 'invite';
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

/**
 * Uses a secret up; returns whether it held. A wrong one changes nothing: these secrets are too long to be guessed, and
 * tries that were counted here would let anybody who knows the two ids use up the link.
 */
export async function useSecret(tx: Tx, owner: Owner, purpose: Purpose, secret: string): Promise<boolean> {
  const [used] = await tx
    .delete(mailedSecrets)
    .where(and(rowOf(owner, purpose), eq(mailedSecrets.hash, digest(secret))))
    .returning({ expiresAt: mailedSecrets.expiresAt });
  return used !== undefined && used.expiresAt.getTime() > Date.now();
}

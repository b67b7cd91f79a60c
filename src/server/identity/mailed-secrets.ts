import { and, eq, type SQL } from 'drizzle-orm';
import { mailedSecrets } from '../db/schema/identity.ts';
import type { Tx } from '../db/tenant.ts';
import { digest } from '../runtime/secrets.ts';
import type { UserKey } from './row-conditions.ts';

type MailedPurpose = 'reset' | 'invite';

export const isMailedSecret = ({ accountId, userId }: UserKey, purpose: MailedPurpose): SQL =>
  and(eq(mailedSecrets.accountId, accountId), eq(mailedSecrets.userId, userId), eq(mailedSecrets.purpose, purpose))!;

/** As a digest. An older one of the same purpose becomes invalid. */
export async function storeSecret(
  tx: Tx,
  owner: UserKey,
  purpose: MailedPurpose,
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

/** No limit of attempts: secrets cannot be guessed, and whoever knows the two ids could invalidate the link. */
export async function useSecret(tx: Tx, owner: UserKey, purpose: MailedPurpose, secret: string): Promise<boolean> {
  const [used] = await tx
    .delete(mailedSecrets)
    .where(and(isMailedSecret(owner, purpose), eq(mailedSecrets.hash, digest(secret))))
    .returning({ expiresAt: mailedSecrets.expiresAt });
  return used !== undefined && used.expiresAt.getTime() > Date.now();
}

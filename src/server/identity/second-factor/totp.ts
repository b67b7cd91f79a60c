import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { totpKeys } from '../../db/schema/identity.ts';
import type { Tx } from '../../db/tenant.ts';
import { seal, type SecretKey, unseal } from '../../runtime/secrets.ts';
import type { UserKey } from '../row-conditions.ts';

const ISSUER = 'Prosa';
const PERIOD = 30;
/** Time steps by which the clock of a phone may differ. */
const WINDOW = 1;

const isOf = ({ accountId, userId }: UserKey) => and(eq(totpKeys.accountId, accountId), eq(totpKeys.userId, userId));
const sealOwner = ({ accountId, userId }: UserKey) => `totp ${accountId} ${userId}`;

const totpOf = (secret: Secret, label = '') => new TOTP({ issuer: ISSUER, label, secret, period: PERIOD });

/** Replaces one that was never confirmed. `uri` is that of the QR code. Null if a confirmed one exists. */
export async function newTotpKey(tx: Tx, key: SecretKey, user: UserKey, email: string) {
  const secret = new Secret({ size: 20 });
  const sealed = seal(key, sealOwner(user), secret.base32);
  const { accountId, userId } = user;
  const [stored] = await tx
    .insert(totpKeys)
    .values({ accountId, userId, sealed })
    .onConflictDoUpdate({
      target: [totpKeys.accountId, totpKeys.userId],
      set: { sealed, lastStep: 0 },
      setWhere: isNull(totpKeys.confirmedAt),
    })
    .returning();
  return stored ? { key: secret.base32, uri: totpOf(secret, email).toString() } : null;
}

/**
 * Whether it is a code of this moment. Uses it up: neither it nor an older one is accepted again, not even by a
 * concurrent call.
 */
async function useCode(tx: Tx, key: SecretKey, user: UserKey, code: string, isConfirmed: boolean): Promise<boolean> {
  const where = and(isOf(user), isConfirmed ? isNotNull(totpKeys.confirmedAt) : isNull(totpKeys.confirmedAt));
  const [row] = await tx.select().from(totpKeys).where(where);
  const secret = row && unseal(key, sealOwner(user), row.sealed);
  if (!secret) return false;
  const now = Date.now();
  const delta = totpOf(Secret.fromBase32(secret)).validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(now / 1_000 / PERIOD) + delta;
  const used = await tx
    .update(totpKeys)
    .set({ lastStep: step, ...(!isConfirmed && { confirmedAt: new Date(now) }) })
    .where(and(where, lt(totpKeys.lastStep, step), eq(totpKeys.sealed, row.sealed)))
    .returning();
  return used.length > 0;
}

export const useTotp = (tx: Tx, key: SecretKey, user: UserKey, code: string) => useCode(tx, key, user, code, true);
/** The key counts from then on. */
export const confirmTotp = (tx: Tx, key: SecretKey, user: UserKey, code: string) => useCode(tx, key, user, code, false);

export async function deleteTotp(tx: Tx, user: UserKey): Promise<boolean> {
  const deleted = await tx.delete(totpKeys).where(isOf(user)).returning();
  return deleted.some(({ confirmedAt }) => confirmedAt !== null);
}

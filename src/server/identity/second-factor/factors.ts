import { and, count, eq, isNotNull } from 'drizzle-orm';
import type { ProofKind } from '../../../shared/second-factor.ts';
import { passkeys, recoveryCodes, totpKeys } from '../../db/schema/identity.ts';
import type { Tx } from '../../db/tenant.ts';
import type { UserKey } from '../row-conditions.ts';
import { deletePasskeys } from './passkeys.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';
import { deleteTotp } from './totp.ts';

interface Factors {
  totp: boolean;
  passkeys: number;
  recoveryCodes: number;
}

export async function readFactors(tx: Tx, { accountId, userId }: UserKey): Promise<Factors> {
  const [totp] = await tx
    .select({ found: count() })
    .from(totpKeys)
    .where(and(eq(totpKeys.accountId, accountId), eq(totpKeys.userId, userId), isNotNull(totpKeys.confirmedAt)));
  const [keys] = await tx
    .select({ found: count() })
    .from(passkeys)
    .where(and(eq(passkeys.accountId, accountId), eq(passkeys.userId, userId)));
  const [codes] = await tx
    .select({ found: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.userId, userId)));
  return { totp: totp!.found > 0, passkeys: keys!.found, recoveryCodes: codes!.found };
}

/** Recovery codes alone are no factor. Empty without one. */
export function proofsOf({ totp, passkeys: keys, recoveryCodes: codes }: Factors): ProofKind[] {
  if (!totp && keys === 0) return [];
  return [
    ...(keys > 0 ? ['passkey' as const] : []),
    ...(totp ? ['totp' as const] : []),
    ...(codes > 0 ? ['recovery' as const] : []),
  ];
}

/** Returns whether there was one. */
export async function deleteFactors(tx: Tx, user: UserKey): Promise<boolean> {
  const hadTotp = await deleteTotp(tx, user);
  const deleted = await deletePasskeys(tx, user);
  await deleteRecoveryCodes(tx, user);
  return hadTotp || deleted.length > 0;
}

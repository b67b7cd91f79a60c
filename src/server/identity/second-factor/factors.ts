import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
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
  const countOf = (table: typeof totpKeys | typeof passkeys | typeof recoveryCodes, isUsable?: SQL) =>
    tx.$count(table, and(eq(table.accountId, accountId), eq(table.userId, userId), isUsable));
  return {
    totp: (await countOf(totpKeys, isNotNull(totpKeys.confirmedAt))) > 0,
    passkeys: await countOf(passkeys),
    recoveryCodes: await countOf(recoveryCodes),
  };
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

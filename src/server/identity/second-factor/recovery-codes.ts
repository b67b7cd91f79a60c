import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { RECOVERY_CODES } from '../../../shared/constants.ts';
import { recoveryCodes } from '../../db/schema/identity.ts';
import type { Tx } from '../../db/tenant.ts';
import { digest } from '../../runtime/secrets.ts';
import type { UserKey } from '../row-conditions.ts';

/** Without letters and digits that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
/** 79 bits, so that a hash needs no key. */
const LENGTH = 16;
/** The largest multiple of the alphabet in a byte, so that no letter is more likely. */
const LIMIT = 256 - (256 % ALPHABET.length);

function newRecoveryCode(): string {
  let code = '';
  while (code.length < LENGTH)
    for (const byte of randomBytes(LENGTH)) {
      if (byte < LIMIT && code.length < LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  return code.replace(/.{4}(?=.)/g, '$&-');
}

const hashOf = ({ accountId, userId }: UserKey, code: string) =>
  digest(`recovery ${accountId} ${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);

const isOf = ({ accountId, userId }: UserKey) =>
  and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.userId, userId));

export const deleteRecoveryCodes = (tx: Tx, user: UserKey) => tx.delete(recoveryCodes).where(isOf(user));

/** Older ones become invalid. Returns the only copy of the codes. */
export async function renewRecoveryCodes(tx: Tx, user: UserKey): Promise<string[]> {
  const { accountId, userId } = user;
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await deleteRecoveryCodes(tx, user);
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ accountId, userId, hash: hashOf(user, code) })));
  return codes;
}

/** Once. */
export async function useRecoveryCode(tx: Tx, user: UserKey, code: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(isOf(user), eq(recoveryCodes.hash, hashOf(user, code))))
    .returning();
  return used.length > 0;
}

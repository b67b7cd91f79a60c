import { createHmac } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** OWASP's least for argon2id: 19 MiB, 2 passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash takes its memory and a thread of the pool that files and DNS use too. */
const limit = pLimit(2);

export const hashPassword = (password: string): Promise<string> => limit(() => hash(password, COST));

const SALT_BYTES = 16;

/**
 * The hash of a password for a sign-up. Its salt is drawn from the e-mail, so that the same password for the same e-mail
 * has the same hash: of many sign-ups that wait, the one with a password is found by one hashing.
 */
export function hashSignUpPassword(key: Uint8Array, email: string, password: string): Promise<string> {
  const salt = createHmac('sha256', key).update(`sign-up salt ${email}`).digest().subarray(0, SALT_BYTES);
  return limit(() => hash(password, { ...COST, salt }));
}

/** Of no password: checked for people who do not exist, so that they take as long to refuse as those who do. */
const nobodysHash = hashPassword('');

export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const against = passwordHash ?? (await nobodysHash);
  const matches = await limit(() => verify(against, password));
  return matches && passwordHash !== null;
}

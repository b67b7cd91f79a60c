import { createHmac } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's least for argon2id: 19 MiB, 2 passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashes at once: each takes its memory and a thread of the pool that files and DNS use too. */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST));

const SALT_BYTES = 16;

/**
 * The hash of a password for a sign-up. Its salt is drawn from the e-mail, so that the same password for the same e-mail
 * has the same hash: of many sign-ups that wait, the one with a password is found by one hashing.
 */
export function hashSignUpPassword(key: Uint8Array, email: string, password: string): Promise<string> {
  const salt = createHmac('sha256', key).update(`sign-up salt ${email}`).digest().subarray(0, SALT_BYTES);
  return inTurn(() => hash(password, { ...COST, salt }));
}

/** Of no password: checked for people who do not exist, so that they take as long to refuse as those who do. */
const nobodysHash = hashPassword('');

export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const against = passwordHash ?? (await nobodysHash);
  const matches = await inTurn(() => verify(against, password));
  return matches && passwordHash !== null;
}

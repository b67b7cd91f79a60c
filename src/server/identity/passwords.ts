import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { keyedHash, type SecretKey } from '../runtime/secrets.ts';

/** OWASP's minimum for argon2id: 19 MiB, 2 passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash needs memory and a thread of libuv's pool, which also serves files and DNS. */
const limit = pLimit(2);

export const hashPassword = (password: string): Promise<string> => limit(() => hash(password, COST));

const SALT_BYTES = 16;

/** The salt is derived from the email, so that one hash is enough to compare a password with all pending sign-ups. */
export function hashSignUpPassword(key: SecretKey, email: string, password: string): Promise<string> {
  const salt = keyedHash(key, `sign-up salt ${email}`).digest().subarray(0, SALT_BYTES);
  return limit(() => hash(password, { ...COST, salt }));
}

/** Without a password, so that the response takes as long as for existing users. */
const dummyHash = hashPassword('');

export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const against = passwordHash ?? (await dummyHash);
  const matches = await limit(() => verify(against, password));
  return matches && passwordHash !== null;
}

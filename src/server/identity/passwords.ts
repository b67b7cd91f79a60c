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

/** Of no password: checked for people who do not exist, so that they take as long to refuse as those who do. */
const nobodysHash = hashPassword('');

export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const against = passwordHash ?? (await nobodysHash);
  const matches = await inTurn(() => verify(against, password));
  return matches && passwordHash !== null;
}

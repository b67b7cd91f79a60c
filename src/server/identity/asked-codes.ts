import { and, eq, lte, sql } from 'drizzle-orm';
import { CODE_MINUTES, CODE_RESEND_SECONDS, CODE_TRIES, LETTERS_PER_HOUR } from '../../shared/constants.ts';
import { signInFailures } from '../db/tables.ts';
import type { Tx } from '../db/tenant.ts';
import { takeTry, tryKey } from './tries.ts';

/*
 * What an address has been told of codes, kept by the e-mail alone: the answers are then the same whether somebody waits
 * for a code there or not.
 */
const BUCKET = 'asked';
const LIFE_MS = CODE_MINUTES * 60_000;
const REST_MS = CODE_RESEND_SECONDS * 1_000;
const keyOf = (key: Uint8Array, email: string) => tryKey(key, 'code', email);
const rowOf = (key: string) => and(eq(signInFailures.key, key), eq(signInFailures.bucket, BUCKET));

/** Whether another letter may leave to an address: 5 an hour. One that may is counted. */
export async function mayWrite(tx: Tx, key: Uint8Array, email: string): Promise<boolean> {
  const { wait } = await takeTry(tx, tryKey(key, 'letter', email), { most: LETTERS_PER_HOUR, minutes: 60 });
  return wait === 0;
}

/** Asks for a code: the seconds to wait when the last one is too young; 0, and it is noted, when one may leave. */
export async function askForCode(tx: Tx, key: Uint8Array, email: string): Promise<number> {
  const now = Date.now();
  const row = { key: keyOf(key, email), bucket: BUCKET, count: 0, expiresAt: new Date(now + LIFE_MS) };
  const [noted] = await tx
    .insert(signInFailures)
    .values(row)
    .onConflictDoUpdate({
      target: [signInFailures.key, signInFailures.bucket],
      set: { count: 0, expiresAt: row.expiresAt },
      setWhere: lte(signInFailures.expiresAt, new Date(now + LIFE_MS - REST_MS)),
    })
    .returning();
  if (noted) return 0;
  const [last] = await tx.select({ expiresAt: signInFailures.expiresAt }).from(signInFailures).where(rowOf(row.key));
  const readyAt = last ? last.expiresAt.getTime() - LIFE_MS + REST_MS : now;
  return Math.max(1, Math.ceil((readyAt - now) / 1_000));
}

/** Counts a try of the code that was last asked for: false when there is none, it is too old, or it had five. */
export async function takeCodeTry(tx: Tx, key: Uint8Array, email: string): Promise<boolean> {
  const [asked] = await tx
    .update(signInFailures)
    .set({ count: sql`${signInFailures.count} + 1` })
    .where(rowOf(keyOf(key, email)))
    .returning();
  return asked !== undefined && asked.expiresAt.getTime() > Date.now() && asked.count <= CODE_TRIES;
}

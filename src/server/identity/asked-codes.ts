import { and, eq, lte } from 'drizzle-orm';
import {
  CODE_MINUTES,
  CODE_RESEND_SECONDS,
  CODE_ATTEMPTS,
  CODE_ATTEMPTS_PER_HOUR,
  EMAILS_PER_HOUR,
} from '../../shared/constants.ts';
import { addressKey } from '../runtime/address-key.ts';
import { signInFailures } from '../db/schema/identity.ts';
import type { Tx } from '../db/tenant.ts';
import { type Allowance, giveAttemptBack, takeAttempt, throttleKey, WINDOW_SHARE } from './login-throttle.ts';

/*
 * What an e-mail has been told of codes, kept by the e-mail alone: the answers are then the same whether somebody waits
 * for a code there or not.
 */
const BUCKET = 'asked';
const LIFE_MS = CODE_MINUTES * 60_000;
const REST_MS = CODE_RESEND_SECONDS * 1_000;
const keyOf = (key: Uint8Array, email: string) => throttleKey(key, 'code', email);
const rowOf = (key: string) => and(eq(signInFailures.key, key), eq(signInFailures.bucket, BUCKET));

/** From where a code is asked for or tried. */
export interface CodeAsker {
  email: string;
  ip: string;
}
const triesKey = (key: Uint8Array, { email, ip }: CodeAsker) =>
  throttleKey(key, 'code from', `${email} ${addressKey(key, ip)}`);

/**
 * Whether another letter of a kind may leave for an e-mail, and counts it. Anybody may ask for letters in another's name,
 * so a limit alone would keep its owner out: beyond five an hour one leaves whenever what the last one carried has
 * expired, and the mailbox always holds one that is good.
 */
export async function canMail(
  tx: Tx,
  key: Uint8Array,
  email: string,
  { kind, minutes }: { kind: 'sign-up' | 'reset'; minutes: number },
): Promise<boolean> {
  const hourly = await takeAttempt(tx, throttleKey(key, `${kind} letter`, email), {
    most: EMAILS_PER_HOUR,
    minutes: 60,
  });
  const lasting = { most: 1, minutes: minutes * WINDOW_SHARE };
  const last = await takeAttempt(tx, throttleKey(key, `last ${kind} letter`, email), lasting);
  for (const taken of [hourly, last]) if (taken.wait > 0) await giveAttemptBack(tx, taken);
  return hourly.wait === 0 || last.wait === 0;
}

/** Asks for a code: the seconds to wait when the last one is too young; 0, and it is noted, when one may leave. */
export async function askForCode(tx: Tx, key: Uint8Array, asker: CodeAsker): Promise<number> {
  const now = Date.now();
  const row = { key: keyOf(key, asker.email), bucket: BUCKET, count: 0, expiresAt: new Date(now + LIFE_MS) };
  const [noted] = await tx
    .insert(signInFailures)
    .values(row)
    .onConflictDoUpdate({
      target: [signInFailures.key, signInFailures.bucket],
      set: { expiresAt: row.expiresAt },
      setWhere: lte(signInFailures.expiresAt, new Date(now + LIFE_MS - REST_MS)),
    })
    .returning();
  if (noted) {
    await tx.delete(signInFailures).where(eq(signInFailures.key, triesKey(key, asker)));
    return 0;
  }
  const [last] = await tx.select({ expiresAt: signInFailures.expiresAt }).from(signInFailures).where(rowOf(row.key));
  const readyAt = last ? last.expiresAt.getTime() - LIFE_MS + REST_MS : now;
  return Math.max(1, Math.ceil((readyAt - now) / 1_000));
}

const FROM_ADDRESS: Allowance = { most: CODE_ATTEMPTS, minutes: CODE_MINUTES };
const FROM_EVERYWHERE: Allowance = { most: CODE_ATTEMPTS_PER_HOUR, minutes: 60 };

/**
 * Counts a try of a code: false when none was asked for lately, or there were too many. What others try from elsewhere
 * does not use up the tries of the one who reads the letter.
 */
export async function takeCodeTry(tx: Tx, key: Uint8Array, asker: CodeAsker): Promise<boolean> {
  const [asked] = await tx
    .select({ expiresAt: signInFailures.expiresAt })
    .from(signInFailures)
    .where(rowOf(keyOf(key, asker.email)));
  if (!asked || asked.expiresAt.getTime() <= Date.now()) return false;
  const own = await takeAttempt(tx, triesKey(key, asker), FROM_ADDRESS);
  if (own.wait > 0) return false;
  const all = await takeAttempt(tx, throttleKey(key, 'code tries', asker.email), FROM_EVERYWHERE);
  if (all.wait > 0) await giveAttemptBack(tx, all);
  return all.wait === 0;
}

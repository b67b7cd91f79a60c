import { and, eq, gt, lte, or } from 'drizzle-orm';
import {
  CODE_ATTEMPTS,
  CODE_ATTEMPTS_PER_HOUR,
  CODE_MINUTES,
  CODE_RESEND_SECONDS,
  EMAILS_PER_HOUR,
} from '../../shared/constants.ts';
import { signInFailures } from '../db/schema/identity.ts';
import type { Tx } from '../db/tenant.ts';
import { addressKey } from '../runtime/address-key.ts';
import type { SecretKey } from '../runtime/secrets.ts';
import { type Allowance, takeAttempt, throttleKey, undoAttempt, WINDOW_SHARE } from './login-throttle.ts';

/* By email only, so that responses do not reveal whether a sign-up exists. */
const BUCKET = 'asked';
const CODE_LIFE_MS = CODE_MINUTES * 60_000;
const RESEND_MS = CODE_RESEND_SECONDS * 1_000;
const keyOf = (key: SecretKey, email: string) => throttleKey(key, 'code', email);
const rowOf = (key: string) => and(eq(signInFailures.key, key), eq(signInFailures.bucket, BUCKET));

export interface CodeRequester {
  email: string;
  ip: string;
}
const attemptsKey = (key: SecretKey, { email, ip }: CodeRequester) =>
  throttleKey(key, 'code from', `${email} ${addressKey(key, ip)}`);

/**
 * Counts it. Anybody may request emails for another address, so a plain limit would lock its owner out. Beyond the
 * hourly limit, one is sent whenever the last secret has expired, so the mailbox always has a valid one.
 */
export async function canMail(
  tx: Tx,
  key: SecretKey,
  email: string,
  { kind, minutes }: { kind: 'sign-up' | 'reset'; minutes: number },
): Promise<boolean> {
  const hourly = await takeAttempt(tx, throttleKey(key, `${kind} letter`, email), {
    max: EMAILS_PER_HOUR,
    minutes: 60,
  });
  const lasting = { max: 1, minutes: minutes * WINDOW_SHARE };
  const last = await takeAttempt(tx, throttleKey(key, `last ${kind} letter`, email), lasting);
  for (const attempt of [hourly, last]) if (attempt.wait > 0) await undoAttempt(tx, attempt);
  return hourly.wait === 0 || last.wait === 0;
}

/** 0 if a code may be sent now, else the seconds to wait. */
export async function requestCode(tx: Tx, key: SecretKey, requester: CodeRequester): Promise<number> {
  const now = Date.now();
  const isDue = or(
    lte(signInFailures.expiresAt, new Date(now + CODE_LIFE_MS - RESEND_MS)),
    // Stored by a clock that was ahead.
    gt(signInFailures.expiresAt, new Date(now + CODE_LIFE_MS + RESEND_MS)),
  );
  const row = { key: keyOf(key, requester.email), bucket: BUCKET, count: 0, expiresAt: new Date(now + CODE_LIFE_MS) };
  const [noted] = await tx
    .insert(signInFailures)
    .values(row)
    .onConflictDoUpdate({
      target: [signInFailures.key, signInFailures.bucket],
      set: { expiresAt: row.expiresAt },
      setWhere: isDue,
    })
    .returning();
  if (noted) {
    await tx.delete(signInFailures).where(eq(signInFailures.key, attemptsKey(key, requester)));
    return 0;
  }
  const [last] = await tx.select({ expiresAt: signInFailures.expiresAt }).from(signInFailures).where(rowOf(row.key));
  const readyAt = last ? last.expiresAt.getTime() - CODE_LIFE_MS + RESEND_MS : now;
  return Math.max(1, Math.ceil((readyAt - now) / 1_000));
}

const FROM_ADDRESS: Allowance = { max: CODE_ATTEMPTS, minutes: CODE_MINUTES };
const FROM_EVERYWHERE: Allowance = { max: CODE_ATTEMPTS_PER_HOUR, minutes: 60 };

/** False without a recent request or after too many attempts. Other addresses do not use up the owner's. */
export async function takeCodeAttempt(tx: Tx, key: SecretKey, requester: CodeRequester): Promise<boolean> {
  const [request] = await tx
    .select({ expiresAt: signInFailures.expiresAt })
    .from(signInFailures)
    .where(rowOf(keyOf(key, requester.email)));
  if (!request || request.expiresAt.getTime() <= Date.now()) return false;
  const own = await takeAttempt(tx, attemptsKey(key, requester), FROM_ADDRESS);
  if (own.wait > 0) return false;
  const all = await takeAttempt(tx, throttleKey(key, 'code tries', requester.email), FROM_EVERYWHERE);
  if (all.wait > 0) await undoAttempt(tx, all);
  return all.wait === 0;
}

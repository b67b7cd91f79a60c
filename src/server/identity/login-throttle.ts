import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import {
  WRONG_FACTORS_PER_DAY,
  WRONG_PASSWORDS_EVERYWHERE,
  WRONG_PASSWORDS_PER_ADDRESS,
  WRONG_PASSWORDS_PER_PERSON,
} from '../../shared/constants.ts';
import { deleteInSteps } from '../db/delete-in-steps.ts';
import { signInFailures, signInSecrets } from '../db/schema/identity.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { addressKey } from '../runtime/address-key.ts';
import { ApiError } from '../runtime/api-error.ts';
import { keyedHash, type SecretKey } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { type Origin, recognise } from './known-devices.ts';

export interface Allowance {
  max: number;
  minutes: number;
}

/** Of a sliding window. An attempt counts for its length plus at most one step. */
const STEPS = 15;
/** For a window that must have passed after a given time, including the extra step. */
export const WINDOW_SHARE = STEPS / (STEPS + 1);

const PER_PERSON: Allowance = { max: WRONG_PASSWORDS_PER_PERSON, minutes: 15 };
const PER_ADDRESS: Allowance = { max: WRONG_PASSWORDS_PER_ADDRESS, minutes: 60 };
const EVERYWHERE: Allowance = { max: WRONG_PASSWORDS_EVERYWHERE, minutes: 60 };
const FACTORS_PER_DAY: Allowance = { max: WRONG_FACTORS_PER_DAY, minutes: 24 * 60 };

/** A keyed hash, from which the email cannot be recovered. */
export const throttleKey = (key: SecretKey, what: string, subject: string): string =>
  keyedHash(key, `tries ${what} ${subject}`).digest('base64url');

interface CountedAttempt {
  key: string;
  bucket: string;
  /** Seconds; 0 if this attempt is allowed. */
  wait: number;
}

/** Before the attempt, so that parallel guesses gain nothing. Undo a refused one, or it would count, too. */
export async function takeAttempt(tx: Tx, key: string, { max, minutes }: Allowance): Promise<CountedAttempt> {
  const stepMs = (minutes * 60_000) / STEPS;
  const step = Math.floor(Date.now() / stepMs);
  const bucket = String(step);
  const expiresAt = new Date((step + STEPS + 1) * stepMs);
  // Later steps were counted by a clock that was ahead; one later, by another process.
  const [oldest, latest] = [String(step - STEPS), String(step + 1)];
  const { rows } = await tx.execute<{ attempts: number; first: string }>(sql`
    with taken as (
      insert into sign_in_failures (key, bucket, count, expires_at) values (${key}, ${bucket}, 1, ${expiresAt.toISOString()})
      on conflict (key, bucket) do update set count = sign_in_failures.count + 1
      returning count)
    select taken.count + coalesce(sum(earlier.count), 0)::int as attempts, coalesce(min(earlier.bucket), ${bucket}) as first
    from taken left join sign_in_failures earlier
      on earlier.key = ${key} and earlier.bucket <> ${bucket} and earlier.bucket between ${oldest} and ${latest}
    group by taken.count`);
  const { attempts = 0, first = bucket } = rows[0] ?? {};
  if (attempts <= max) return { key, bucket, wait: 0 };
  const freeAt = (Number(first) + STEPS + 1) * stepMs;
  return { key, bucket, wait: Math.max(1, Math.ceil((freeAt - Date.now()) / 1_000)) };
}

/** Of each allowance, or none at all. Throws `ApiError` `too_many_tries` with the seconds to wait. */
async function takeAttempts(db: Db, wanted: readonly (readonly [string, Allowance])[]): Promise<CountedAttempt[]> {
  return withPlatform(db, async (tx) => {
    const counted: CountedAttempt[] = [];
    for (const [key, allowance] of wanted) counted.push(await takeAttempt(tx, key, allowance));
    const retryAfter = Math.max(...counted.map(({ wait }) => wait));
    if (retryAfter > 0) throw new ApiError('too_many_tries', { retryAfter });
    return counted;
  });
}

/** Rejected attempts must not keep the window full. */
export const undoAttempt = (tx: Tx, { key, bucket }: CountedAttempt) =>
  tx
    .update(signInFailures)
    .set({ count: sql`greatest(${signInFailures.count} - 1, 0)` })
    .where(and(eq(signInFailures.key, key), eq(signInFailures.bucket, bucket)));

interface LoginAttempt extends Origin {
  /** Wrong codes and wrong passwords count apart. */
  what?: 'password' | 'factor';
  email: string;
  person?: { accountId: string; userId: string } | null;
  /** A signed-in user confirms their password; counted per session. */
  sessionId?: string;
}

const fromAddress = (key: SecretKey, { what = 'password', email, ip }: LoginAttempt) =>
  throttleKey(key, what, `${email} ${addressKey(key, ip)}`);
const fromEverywhere = (key: SecretKey, { what = 'password', email }: LoginAttempt) =>
  throttleKey(key, `${what} everywhere`, email);

/** So that strangers cannot lock the user out: known devices have their own, known addresses skip the global one. */
async function allowancesOf(services: Services, login: LoginAttempt): Promise<(readonly [string, Allowance])[]> {
  const { key } = services;
  const { what = 'password', email, ip, person, sessionId, device } = login;
  if (sessionId) return [[throttleKey(key, `${what} in session`, sessionId), PER_PERSON]];
  const known = person && (await recognise(services, person, login));
  if (known?.isDevice) return [[throttleKey(key, `${what} on device`, `${email} ${device}`), PER_PERSON]];
  return [
    [fromAddress(key, login), PER_PERSON],
    [throttleKey(key, 'address', addressKey(key, ip)), PER_ADDRESS],
    ...(known?.isAddress ? [] : [[fromEverywhere(key, login), EVERYWHERE] as const]),
    // Few codes are guessed in an hour, but many over weeks.
    ...(what === 'factor' ? [[throttleKey(key, 'factor in a day', email), FACTORS_PER_DAY] as const] : []),
  ];
}

export async function clearAttempts(tx: Tx, key: SecretKey, login: LoginAttempt): Promise<void> {
  const keys = [fromAddress(key, login), fromEverywhere(key, login)];
  await tx.delete(signInFailures).where(inArray(signInFailures.key, keys));
}

/**
 * Wrong ones per email from one address or known device (whether or not the user exists), per address, and per email
 * over unknown addresses; codes also per email and day. A correct one clears the first counter and does not count in
 * the others. Throws `ApiError` `too_many_tries` before the check.
 */
export async function throttleAttempts(
  services: Services,
  login: LoginAttempt,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const { db } = services;
  const [own, ...shared] = await takeAttempts(db, await allowancesOf(services, login));
  const isRight = await check();
  if (isRight && own) {
    await withPlatform(db, async (tx) => {
      await tx.delete(signInFailures).where(eq(signInFailures.key, own.key));
      for (const attempt of shared) await undoAttempt(tx, attempt);
    });
  }
  return isRight;
}

export async function sweepSignIns(db: Db): Promise<void> {
  const { key, bucket, expiresAt } = signInFailures;
  await deleteInSteps(db, signInFailures, [key, bucket], lt(expiresAt, sql`now()`));
  await deleteInSteps(db, signInSecrets, [signInSecrets.hash], lt(signInSecrets.expiresAt, sql`now()`));
}

import { createHmac } from 'node:crypto';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import {
  WRONG_PASSWORDS_EVERYWHERE,
  WRONG_PASSWORDS_PER_ADDRESS,
  WRONG_PASSWORDS_PER_PERSON,
} from '../../shared/constants.ts';
import { addressKey } from '../runtime/address-key.ts';
import { deleteInSteps } from '../db/delete-in-steps.ts';
import { signInFailures, signInSecrets } from '../db/schema/identity.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import type { Services } from '../runtime/services.ts';
import { type Origin, recognise } from './known-devices.ts';

/** So many tries in so many minutes. */
export interface Allowance {
  most: number;
  minutes: number;
}

/** A window slides in so many steps: it holds for the minutes it names and at most one step more. */
const STEPS = 15;
/** A window of so much of a time is over when the time is, its last step included. */
export const WINDOW_SHARE = STEPS / (STEPS + 1);

const PER_PERSON: Allowance = { most: WRONG_PASSWORDS_PER_PERSON, minutes: 15 };
const PER_ADDRESS: Allowance = { most: WRONG_PASSWORDS_PER_ADDRESS, minutes: 60 };
const EVERYWHERE: Allowance = { most: WRONG_PASSWORDS_EVERYWHERE, minutes: 60 };

/** What a counter is kept under: nobody without the key finds the e-mail in it. */
export const throttleKey = (key: Uint8Array, what: string, whose: string): string =>
  createHmac('sha256', key).update(`tries ${what} ${whose}`).digest('base64url');

interface Attempt {
  key: string;
  bucket: string;
  /** Seconds until there is another; 0: this one may be made. */
  wait: number;
}

/**
 * Counts one try before it is made, so that parallel guesses have no more of them than one after the other. The counts are
 * rows: they hold across processes and restarts. Roll back what comes out with a wait, or being refused would itself count.
 */
export async function takeAttempt(tx: Tx, key: string, { most, minutes }: Allowance): Promise<Attempt> {
  const stepMs = (minutes * 60_000) / STEPS;
  const step = Math.floor(Date.now() / stepMs);
  const bucket = String(step);
  const expiresAt = new Date((step + STEPS + 1) * stepMs);
  const oldest = String(step - STEPS);
  const { rows } = await tx.execute<{ tries: number; first: string }>(sql`
    with taken as (
      insert into sign_in_failures (key, bucket, count, expires_at) values (${key}, ${bucket}, 1, ${expiresAt.toISOString()})
      on conflict (key, bucket) do update set count = sign_in_failures.count + 1
      returning count)
    select taken.count + coalesce(sum(earlier.count), 0)::int as tries, coalesce(min(earlier.bucket), ${bucket}) as first
    from taken left join sign_in_failures earlier
      on earlier.key = ${key} and earlier.bucket <> ${bucket} and earlier.bucket >= ${oldest}
    group by taken.count`);
  const { tries = 0, first = bucket } = rows[0] ?? {};
  if (tries <= most) return { key, bucket, wait: 0 };
  const freeAt = (Number(first) + STEPS + 1) * stepMs;
  return { key, bucket, wait: Math.max(1, Math.ceil((freeAt - Date.now()) / 1_000)) };
}

/** Takes one of each allowance, or none of them. @throws ApiError `too_many_tries` with the seconds to wait. */
export async function takeAttempts(db: Db, wanted: readonly (readonly [string, Allowance])[]): Promise<Attempt[]> {
  return withPlatform(db, async (tx) => {
    const taken: Attempt[] = [];
    for (const [key, allowance] of wanted) taken.push(await takeAttempt(tx, key, allowance));
    const retryAfter = Math.max(...taken.map(({ wait }) => wait));
    if (retryAfter > 0) throw new ApiError('too_many_tries', { retryAfter });
    return taken;
  });
}

/** Takes a counted try back: what is refused must not keep the window full. */
export const giveAttemptBack = (tx: Tx, { key, bucket }: Attempt) =>
  tx
    .update(signInFailures)
    .set({ count: sql`greatest(${signInFailures.count} - 1, 0)` })
    .where(and(eq(signInFailures.key, key), eq(signInFailures.bucket, bucket)));

/** Who tries a password: by the e-mail that they name, and from where. */
export interface LoginAttempt extends Origin {
  email: string;
  /** The person with this e-mail, if there is one. */
  person?: { accountId: string; userId: string } | null;
  /** Who is signed in already shows the password once more: their tries are their session's own. */
  sessionId?: string;
}

const fromAddress = (key: Uint8Array, { email, ip }: LoginAttempt) =>
  throttleKey(key, 'password', `${email} ${addressKey(key, ip)}`);
const fromEverywhere = (key: Uint8Array, email: string) => throttleKey(key, 'password everywhere', email);

/** The tries that are left to somebody. What strangers try counts neither for a known device nor, all in all, for a known address. */
async function allowancesOf(services: Services, trier: LoginAttempt): Promise<(readonly [string, Allowance])[]> {
  const { key } = services;
  const { email, ip, person, sessionId, device } = trier;
  if (sessionId) return [[throttleKey(key, 'password in session', sessionId), PER_PERSON]];
  const known = person && (await recognise(services, person, trier));
  if (known?.isDevice) return [[throttleKey(key, 'password on device', `${email} ${device}`), PER_PERSON]];
  return [
    [fromAddress(key, trier), PER_PERSON],
    [throttleKey(key, 'address', addressKey(key, ip)), PER_ADDRESS],
    ...(known?.isAddress ? [] : [[fromEverywhere(key, email), EVERYWHERE] as const]),
  ];
}

/** A new password was set from here: what was tried of the old one is forgotten. */
export async function clearAttempts(tx: Tx, key: Uint8Array, trier: LoginAttempt): Promise<void> {
  const keys = [fromAddress(key, trier), fromEverywhere(key, trier.email)];
  await tx.delete(signInFailures).where(inArray(signInFailures.key, keys));
}

/**
 * Holds a check of a password to its figures: so many wrong ones for a person from an address or a known device (whether
 * there is such a person or not), for an address whoever is tried, and for a person from everywhere unknown. A right one
 * clears the first and is not counted to the others.
 * @throws ApiError `too_many_tries`, before the check is made.
 */
export async function throttlePassword(
  services: Services,
  trier: LoginAttempt,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const { db } = services;
  const [own, ...shared] = await takeAttempts(db, await allowancesOf(services, trier));
  const isRight = await check();
  if (isRight && own) {
    await withPlatform(db, async (tx) => {
      await tx.delete(signInFailures).where(eq(signInFailures.key, own.key));
      for (const taken of shared) await giveAttemptBack(tx, taken);
    });
  }
  return isRight;
}

/** Deletes what no longer counts: tries whose window has passed, sign-ins at a provider that nobody ended. */
export async function sweepSignIns(db: Db): Promise<void> {
  const { key, bucket, expiresAt } = signInFailures;
  await deleteInSteps(db, signInFailures, [key, bucket], lt(expiresAt, sql`now()`));
  await deleteInSteps(db, signInSecrets, [signInSecrets.hash], lt(signInSecrets.expiresAt, sql`now()`));
}

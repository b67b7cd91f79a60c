import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { loginBody } from '../../shared/rules.ts';
import type { TokenPair } from '../../shared/session.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findLogin, findUser, type Login } from '../db/platform.ts';
import { users } from '../db/schema/identity.ts';
import { withPlatform } from '../db/tenant.ts';
import { queueEmail } from '../mail/emails.ts';
import { ApiError } from '../runtime/api-error.ts';
import { newSecret } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { canMail } from './asked-codes.ts';
import { withMinimumDuration, withMinimumErrorDuration } from './minimum-duration.ts';
import { guessableCheck } from './guessable.ts';
import { mailSecurityNotice, type Origin } from './known-devices.ts';
import { keepSecret, useSecret } from './mailed-secrets.ts';
import { hashPassword, hashSignUpPassword, isPassword } from './passwords.ts';
import { endSessions, openSession } from './sessions.ts';
import { readWaiting, resendCode } from './sign-up.ts';
import { clearAttempts, throttlePassword } from './login-throttle.ts';

const RESET_MINUTES = 30;
const LETTER = { kind: 'reset', minutes: RESET_MINUTES } as const;

/** Whether a sign-up with this password waits for its confirmation. */
async function isWaiting({ db, key }: Services, email: string, password: string): Promise<boolean> {
  const hash = await hashSignUpPassword(key, email, password);
  const waiting = await withPlatform(db, (tx) => readWaiting(tx, email));
  return waiting.some(({ passwordHash }) => passwordHash === hash);
}

/** Whose password this is; null: of a sign-up. @throws ApiError `wrong_credentials`, `too_many_tries`. */
async function findByPassword(
  services: Services,
  email: string,
  password: string,
  origin: Origin,
): Promise<Login | null> {
  const known = await findLogin(services.db, email);
  let isTheirs = false;
  const check = async () => {
    if (!known) return isWaiting(services, email, password);
    isTheirs = await isPassword(password, known.passwordHash);
    return isTheirs && known.status === 'ACTIVE';
  };
  if (await throttlePassword(services, { ...origin, email, person: known }, check)) return known;
  if (known) {
    const trace = { accountId: known.accountId, userId: known.userId, ip: origin.ip };
    const deed = { subject: email, detail: { way: 'password' } };
    await withPlatform(services.db, (tx) =>
      writeAudit(tx, trace, isTheirs ? 'sign_in_refused' : 'sign_in_failed', deed),
    );
  }
  throw new ApiError('wrong_credentials');
}

/**
 * Signs in by e-mail and password. @throws ApiError `wrong_credentials`, the same and as slow for people who do not
 * exist; `email_not_verified` once the password was right, with a new code on its way; `too_many_tries` as
 * `guardPassword` says, whoever it is.
 */
export async function signIn(
  services: Services,
  { email, password }: z.output<typeof loginBody>,
  origin: Origin,
): Promise<TokenPair> {
  const known = await withMinimumErrorDuration(() => findByPassword(services, email, password, origin));
  if (!known) {
    await resendCode(services, { email, ip: origin.ip });
    throw new ApiError('email_not_verified');
  }
  return openSession(services, known, { way: 'password', ...origin });
}

/**
 * Mails a link for a new password, if there is someone to mail it to, as often as `mayMail` allows. What happens is the
 * same to see for everybody.
 */
export async function forgotPassword(services: Services, email: string): Promise<void> {
  await withMinimumDuration(async () => {
    const { db, key } = services;
    const isFree = await withPlatform(db, (tx) => canMail(tx, key, email, LETTER));
    const known = await findLogin(db, email);
    if (!isFree || !known || known.status !== 'ACTIVE') return;
    const { accountId, userId, name } = known;
    const secret = newSecret();
    // The fragment is not sent to any server, so the token stays out of logs and referrers.
    const url = `${services.publicUrl()}/reset-password#token=${accountId}.${userId}.${secret}`;
    await withPlatform(db, async (tx) => {
      await keepSecret(tx, { accountId, userId }, 'reset', secret, RESET_MINUTES);
      await queueEmail(tx, accountId, email, 'reset', { name, url, minutes: RESET_MINUTES });
    });
    services.wake();
  });
}

const TOKEN = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/;

/**
 * Sets a new password by the mailed token, once, and ends every session. @throws ApiError `link_expired`; `invalid_input`
 * for a password that is easily guessed, and then the link still holds.
 */
export async function resetPassword(services: Services, token: string, password: string, ip: string): Promise<void> {
  const [, accountId, userId, secret] = TOKEN.exec(token) ?? [];
  if (!accountId || !userId || !secret) throw new ApiError('link_expired');
  const refuseGuessable = await guessableCheck();
  const passwordHash = await hashPassword(password);
  const person = await findUser(services.db, { accountId, userId });
  await withPlatform(services.db, async (tx) => {
    const isRight = await useSecret(tx, { accountId, userId }, 'reset', secret);
    if (!isRight || !person) throw new ApiError('link_expired');
    // Only who holds the link learns what the password resembles. Thrown in here, it leaves the link as it was.
    refuseGuessable(password, person);
    // Whoever reads the mailbox has proven the address, too.
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: new Date(), updatedAt: new Date() })
      .where(and(eq(users.accountId, accountId), eq(users.id, userId)));
    await endSessions(tx, accountId, userId);
    await clearAttempts(tx, services.key, { email: person.email, ip });
    await mailSecurityNotice(tx, services, person, 'passwordChanged');
    await writeAudit(tx, { accountId, userId, ip }, 'password_reset', { subject: person.email });
  });
  services.wake();
}

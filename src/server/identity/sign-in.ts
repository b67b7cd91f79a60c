import type { z } from 'zod';
import type { loginBody } from '../../shared/rules.ts';
import type { SignedIn } from '../../shared/second-factor.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findLogin, findUser, type Login } from '../db/platform.ts';
import { users } from '../db/schema/identity.ts';
import { withPlatform } from '../db/tenant.ts';
import { queueEmail } from '../mail/emails.ts';
import { ApiError } from '../runtime/api-error.ts';
import { newSecret, parseToken } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { guessableCheck } from './guessable.ts';
import { mailSecurityNotice, type Origin } from './known-devices.ts';
import { clearAttempts, throttleAttempts } from './login-throttle.ts';
import { storeSecret, useSecret } from './mailed-secrets.ts';
import { withMinimumDuration, withMinimumErrorDuration } from './minimum-duration.ts';
import { hashPassword, hashSignUpPassword, isPassword } from './passwords.ts';
import { canMail } from './requested-codes.ts';
import { isUser } from './row-conditions.ts';
import { admit } from './second-factor/sign-in.ts';
import { endSessions } from './sessions.ts';
import { readPendingSignUps, resendCode } from './sign-up.ts';

const RESET_MINUTES = 30;
const RESET_EMAIL = { kind: 'reset', minutes: RESET_MINUTES } as const;

async function isPendingSignUp({ db, key }: Services, email: string, password: string): Promise<boolean> {
  const hash = await hashSignUpPassword(key, email, password);
  const waiting = await withPlatform(db, (tx) => readPendingSignUps(tx, email));
  return waiting.some(({ passwordHash }) => passwordHash === hash);
}

/** Null if a pending sign-up matches instead. Throws `ApiError` `wrong_credentials` or `too_many_tries`. */
async function findByPassword(
  services: Services,
  email: string,
  password: string,
  origin: Origin,
): Promise<Login | null> {
  const known = await findLogin(services.db, email);
  let isTheirs = false;
  const check = async () => {
    if (!known) return isPendingSignUp(services, email, password);
    isTheirs = await isPassword(password, known.passwordHash);
    return isTheirs && known.status === 'ACTIVE';
  };
  if (await throttleAttempts(services, { ...origin, email, person: known }, check)) return known;
  if (known) {
    const auditContext = { accountId: known.accountId, userId: known.userId, ip: origin.ip };
    const event = { subject: email, detail: { way: 'password' } };
    await withPlatform(services.db, (tx) =>
      writeAudit(tx, auditContext, isTheirs ? 'sign_in_refused' : 'sign_in_failed', event),
    );
  }
  throw new ApiError('wrong_credentials');
}

/**
 * Throws `ApiError` `wrong_credentials`, with the same response and timing for unknown users; `email_not_verified`
 * after a correct password, and sends a new code; `too_many_tries` as in `throttleAttempts`.
 */
export async function signIn(
  services: Services,
  { email, password }: z.output<typeof loginBody>,
  origin: Origin,
): Promise<SignedIn> {
  const known = await withMinimumErrorDuration(() => findByPassword(services, email, password, origin));
  if (!known) {
    await resendCode(services, { email, ip: origin.ip });
    throw new ApiError('email_not_verified');
  }
  return admit(services, known, { method: 'password', ...origin });
}

/** If the user exists and `canMail` allows it; the response is the same in all cases. */
export async function forgotPassword(services: Services, email: string): Promise<void> {
  await withMinimumDuration(async () => {
    const { db, key } = services;
    const isFree = await withPlatform(db, (tx) => canMail(tx, key, email, RESET_EMAIL));
    const known = await findLogin(db, email);
    if (!isFree || !known || known.status !== 'ACTIVE') return;
    const { accountId, userId, name } = known;
    const secret = newSecret();
    // Browsers do not send the fragment, so the token stays out of logs and referrers.
    const url = `${services.publicUrl()}/reset-password#token=${accountId}.${userId}.${secret}`;
    await withPlatform(db, async (tx) => {
      await storeSecret(tx, { accountId, userId }, 'reset', secret, RESET_MINUTES);
      await queueEmail(tx, accountId, email, 'reset', { name, url, minutes: RESET_MINUTES });
    });
  });
}

/** Once; ends all sessions. Throws `ApiError` `link_expired`, or `invalid_input`, when the link stays valid. */
export async function resetPassword(services: Services, token: string, password: string, ip: string): Promise<void> {
  const parts = parseToken(token);
  if (!parts) throw new ApiError('link_expired');
  const { accountId, id: userId, secret } = parts;
  const refuseGuessable = await guessableCheck();
  const passwordHash = await hashPassword(password);
  const person = await findUser(services.db, { accountId, userId });
  await withPlatform(services.db, async (tx) => {
    const isRight = await useSecret(tx, { accountId, userId }, 'reset', secret);
    if (!isRight || !person) throw new ApiError('link_expired');
    // Checked after the token, so that only its holder learns why the password is guessable. Thrown inside the
    // transaction, so that the token stays valid.
    refuseGuessable(password, person);
    // Reading the mailbox also proves the address.
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: new Date(), updatedAt: new Date() })
      .where(isUser({ accountId, userId }));
    await endSessions(tx, accountId, userId);
    await clearAttempts(tx, services.key, { email: person.email, ip });
    await mailSecurityNotice(tx, services, person, 'passwordChanged');
    await writeAudit(tx, { accountId, userId, ip }, 'password_reset', { subject: person.email });
  });
}

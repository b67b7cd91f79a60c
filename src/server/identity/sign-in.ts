import { and, eq } from 'drizzle-orm';
import type { TokenPair } from '../../shared/session.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findLogin, findPerson } from '../db/platform.ts';
import { users } from '../db/tables.ts';
import { withPlatform } from '../db/tenant.ts';
import { queueLetter } from '../mail/letters.ts';
import { Refusal } from '../refusal.ts';
import { newSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import { mayWrite } from './asked-codes.ts';
import { atEvenPace, refusedAtEvenPace } from './even-pace.ts';
import { guessableCheck } from './guessable.ts';
import { keepSecret, useSecret } from './mailed-secrets.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { endSessions, openSession } from './sessions.ts';
import { resendCode } from './sign-up.ts';
import { forgetTries, guardPassword } from './tries.ts';

const RESET_MINUTES = 30;

/** Whose password this is. @throws Refusal `wrong_credentials`, `too_many_tries`. */
async function findByPassword(services: Services, email: string, password: string, ip: string) {
  const known = await findLogin(services.db, email);
  let isTheirs = false;
  const isRight = await guardPassword(services, { email, ip }, async () => {
    isTheirs = await isPassword(password, known?.passwordHash ?? null);
    return isTheirs && known?.status === 'ACTIVE';
  });
  if (known && isRight) return known;
  if (known) {
    const trace = { accountId: known.accountId, userId: known.userId, ip };
    const deed = { subject: email, detail: { way: 'password' } };
    await withPlatform(services.db, (tx) =>
      writeAudit(tx, trace, isTheirs ? 'sign_in_refused' : 'sign_in_failed', deed),
    );
  }
  throw new Refusal('wrong_credentials');
}

/**
 * Signs in by e-mail and password. @throws Refusal `wrong_credentials`, the same and as slow for people who do not
 * exist; `email_not_verified` once the password was right, with a new code on its way; `too_many_tries` after 10 wrong
 * ones in 15 minutes, whoever it is.
 */
export async function signIn(services: Services, email: string, password: string, ip: string): Promise<TokenPair> {
  const known = await refusedAtEvenPace(() => findByPassword(services, email, password, ip));
  if (!known.isVerified) {
    await resendCode(services, email);
    throw new Refusal('email_not_verified');
  }
  return openSession(services, known, { way: 'password', ip });
}

/**
 * Mails a link for a new password, if there is someone to mail it to; five an hour. What happens is the same to see for
 * everybody.
 */
export async function forgotPassword(services: Services, email: string): Promise<void> {
  await atEvenPace(async () => {
    const { db, key } = services;
    const isFree = await withPlatform(db, (tx) => mayWrite(tx, key, email));
    const known = await findLogin(db, email);
    if (!isFree || !known || known.status !== 'ACTIVE') return;
    const { accountId, userId, name } = known;
    const secret = newSecret();
    // The fragment is not sent to any server, so the token stays out of logs and referrers.
    const url = `${services.publicUrl()}/reset-password#token=${accountId}.${userId}.${secret}`;
    await withPlatform(db, async (tx) => {
      await keepSecret(tx, { accountId, userId }, 'reset', secret, RESET_MINUTES);
      await queueLetter(tx, accountId, email, 'reset', { name, url, minutes: RESET_MINUTES });
    });
    services.nudge();
  });
}

const TOKEN = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/;

/**
 * Sets a new password by the mailed token, once, and ends every session. @throws Refusal `link_expired`; `invalid_input`
 * for a password that is easily guessed, and then the link still holds.
 */
export async function resetPassword(services: Services, token: string, password: string, ip: string): Promise<void> {
  const [, accountId, userId, secret] = TOKEN.exec(token) ?? [];
  if (!accountId || !userId || !secret) throw new Refusal('link_expired');
  const refuseGuessable = await guessableCheck();
  const passwordHash = await hashPassword(password);
  const person = await findPerson(services.db, { accountId, userId });
  const verdict = await withPlatform(services.db, async (tx) => {
    const used = await useSecret(tx, { accountId, userId }, 'reset', secret);
    if (used !== 'right' || !person) return 'wrong';
    // Only who holds the link learns what the password resembles. Thrown in here, it leaves the link as it was.
    refuseGuessable(password, person);
    // Whoever reads the mailbox has proven the address, too.
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: new Date(), updatedAt: new Date() })
      .where(and(eq(users.accountId, accountId), eq(users.id, userId)));
    await endSessions(tx, accountId, userId);
    await forgetTries(tx, services.key, person.email);
    await writeAudit(tx, { accountId, userId, ip }, 'password_reset', { subject: person.email });
    return used;
  });
  if (verdict !== 'right') throw new Refusal('link_expired');
}

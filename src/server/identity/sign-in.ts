import { and, eq } from 'drizzle-orm';
import type { TokenPair } from '../../shared/session.ts';
import { findLogin } from '../db/platform.ts';
import { users } from '../db/tables.ts';
import { withPlatform } from '../db/tenant.ts';
import { queueLetter } from '../mail/letters.ts';
import { Refusal } from '../refusal.ts';
import { newSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import { keepSecret, useSecret } from './mailed-secrets.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { endSessions, openSession } from './sessions.ts';
import { resendCode } from './sign-up.ts';

const RESET_MINUTES = 30;

/**
 * Signs in by e-mail and password. @throws Refusal `wrong_credentials`, the same and as slow for people who do not
 * exist; `email_not_verified` once the password was right, with a new code on its way.
 */
export async function signIn(services: Services, email: string, password: string): Promise<TokenPair> {
  const known = await findLogin(services.db, email);
  const isRight = await isPassword(password, known?.status === 'ACTIVE' ? known.passwordHash : null);
  if (!known || !isRight) throw new Refusal('wrong_credentials');
  if (!known.isVerified) {
    await resendCode(services, email);
    throw new Refusal('email_not_verified');
  }
  return openSession(services, known);
}

/** Mails a link for a new password, if there is someone to mail it to. */
export async function forgotPassword(services: Services, email: string): Promise<void> {
  const known = await findLogin(services.db, email);
  if (!known || known.status !== 'ACTIVE') return;
  const { accountId, userId, name } = known;
  const secret = newSecret();
  // The fragment is not sent to any server, so the token stays out of logs and referrers.
  const url = `${services.publicUrl()}/reset-password#token=${accountId}.${userId}.${secret}`;
  await withPlatform(services.db, async (tx) => {
    await keepSecret(tx, { accountId, userId }, 'reset', secret, RESET_MINUTES);
    await queueLetter(tx, accountId, email, 'reset', { name, url, minutes: RESET_MINUTES });
  });
  services.nudge();
}

const TOKEN = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/;

/** Sets a new password by the mailed token, once, and ends every session. @throws Refusal `link_expired`. */
export async function resetPassword(services: Services, token: string, password: string): Promise<void> {
  const [, accountId, userId, secret] = TOKEN.exec(token) ?? [];
  if (!accountId || !userId || !secret) throw new Refusal('link_expired');
  const passwordHash = await hashPassword(password);
  const verdict = await withPlatform(services.db, async (tx) => {
    const used = await useSecret(tx, { accountId, userId }, 'reset', secret);
    if (used !== 'right') return used;
    // Whoever reads the mailbox has proven the address, too.
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: new Date(), updatedAt: new Date() })
      .where(and(eq(users.accountId, accountId), eq(users.id, userId)));
    await endSessions(tx, accountId, userId);
    return used;
  });
  if (verdict !== 'right') throw new Refusal('link_expired');
}

import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { CODE_MINUTES, CODE_RESEND_SECONDS } from '../../shared/constants.ts';
import type { registerBody } from '../../shared/rules.ts';
import type { TokenPair } from '../../shared/session.ts';
import { findLogin, type Login } from '../db/platform.ts';
import { users } from '../db/tables.ts';
import { type Tx, withPlatform } from '../db/tenant.ts';
import { queueLetter } from '../mail/letters.ts';
import { Refusal } from '../refusal.ts';
import { newCode } from '../secrets.ts';
import type { Services } from '../services.ts';
import { createAccount } from './accounts.ts';
import { keepSecret, secondsSinceSecret, useSecret } from './mailed-secrets.ts';
import { hashPassword } from './passwords.ts';
import { openSession } from './sessions.ts';

type Owner = { accountId: string; userId: string };

async function mailCode(services: Services, tx: Tx, owner: Owner, to: { name: string; email: string }): Promise<void> {
  const code = newCode();
  await keepSecret(tx, owner, 'verify', code, CODE_MINUTES);
  const url = `${services.publicUrl()}/verify-email?email=${encodeURIComponent(to.email)}`;
  await queueLetter(tx, owner.accountId, to.email, 'verify', { code, name: to.name, minutes: CODE_MINUTES, url });
}

/**
 * A second sign-up before the first was confirmed. A password goes with the code that was mailed for it: when no new
 * code may leave yet nothing changes, else whoever confirms the first would confirm somebody else's password.
 */
async function signUpAgain(
  services: Services,
  known: Login,
  person: z.output<typeof registerBody>,
  passwordHash: string,
): Promise<void> {
  await withPlatform(services.db, async (tx) => {
    if ((await secondsSinceSecret(tx, known, 'verify')) < CODE_RESEND_SECONDS) return;
    const { name, phone } = person;
    await tx
      .update(users)
      .set({ name, phone, passwordHash })
      .where(and(eq(users.accountId, known.accountId), eq(users.id, known.userId)));
    await mailCode(services, tx, known, person);
  });
}

/**
 * Signs a business up: account, owner, first context, the free plan, and a code by mail. What it answers is the same
 * whether the e-mail was free or not (who has an account is nobody's business); its owner gets a mail that says so.
 */
export async function signUp(services: Services, person: z.output<typeof registerBody>): Promise<void> {
  const passwordHash = await hashPassword(person.password);
  const known = await findLogin(services.db, person.email);
  if (known?.isVerified) {
    const values = { name: known.name, url: `${services.publicUrl()}/login` };
    await withPlatform(services.db, (tx) => queueLetter(tx, known.accountId, person.email, 'known', values));
  } else if (known) {
    await signUpAgain(services, known, person, passwordHash);
  } else {
    await withPlatform(services.db, async (tx) => {
      const owner = await createAccount(tx, {
        ...person,
        passwordHash,
        isVerified: false,
        role: 'OWNER',
        planId: 'free',
      });
      await mailCode(services, tx, owner, person);
    });
  }
  services.nudge();
}

/** Sends the code again. Answers the seconds until one may ask once more. */
export async function resendCode(services: Services, email: string): Promise<number> {
  const known = await findLogin(services.db, email);
  if (!known || known.isVerified) return CODE_RESEND_SECONDS;
  const wait = await withPlatform(services.db, async (tx) => {
    const since = await secondsSinceSecret(tx, known, 'verify');
    if (since < CODE_RESEND_SECONDS) return Math.ceil(CODE_RESEND_SECONDS - since);
    await mailCode(services, tx, known, { name: known.name, email });
    return CODE_RESEND_SECONDS;
  });
  services.nudge();
  return wait;
}

/** Confirms an e-mail by its code and signs its owner in. @throws Refusal `code_invalid`, `code_expired`. */
export async function verifyEmail(services: Services, email: string, code: string): Promise<TokenPair> {
  const known = await findLogin(services.db, email);
  if (!known) throw new Refusal('code_invalid');
  const { accountId, userId } = known;
  const verdict = await withPlatform(services.db, async (tx) => {
    const used = await useSecret(tx, { accountId, userId }, 'verify', code);
    if (used === 'right') {
      await tx
        .update(users)
        .set({ emailVerifiedAt: new Date() })
        .where(and(eq(users.accountId, accountId), eq(users.id, userId)));
    }
    return used;
  });
  if (verdict === 'wrong') throw new Refusal('code_invalid');
  if (verdict === 'expired') throw new Refusal('code_expired');
  return openSession(services, known);
}

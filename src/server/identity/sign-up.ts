import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { CODE_MINUTES, CODE_RESEND_SECONDS } from '../../shared/constants.ts';
import type { registerBody } from '../../shared/rules.ts';
import type { TokenPair } from '../../shared/session.ts';
import { findLogin, type Login } from '../db/platform.ts';
import { accounts, users } from '../db/tables.ts';
import { type Tx, withPlatform } from '../db/tenant.ts';
import { queueLetter } from '../mail/letters.ts';
import { Refusal } from '../refusal.ts';
import { newCode } from '../secrets.ts';
import type { Services } from '../services.ts';
import { createAccount, readSignUpRules } from './accounts.ts';
import { askForCode, mayWrite, takeCodeTry } from './asked-codes.ts';
import { atEvenPace, refusedAtEvenPace } from './even-pace.ts';
import { refuseGuessable } from './guessable.ts';
import { keepSecret, useSecret } from './mailed-secrets.ts';
import { hashPassword } from './passwords.ts';
import { openSession } from './sessions.ts';

type Owner = { accountId: string; userId: string };
type SignUp = z.output<typeof registerBody>;

async function mailCode(services: Services, tx: Tx, owner: Owner, to: { name: string; email: string }): Promise<void> {
  const code = newCode();
  await keepSecret(tx, owner, 'verify', code, CODE_MINUTES);
  const url = `${services.publicUrl()}/verify-email?email=${encodeURIComponent(to.email)}`;
  await queueLetter(tx, owner.accountId, to.email, 'verify', { code, name: to.name, minutes: CODE_MINUTES, url });
}

/** Whoever has begun to sign up and has not confirmed his address; an invited one has another way in. */
const waitsForCode = ({ status, isVerified }: Login) => status === 'ACTIVE' && !isVerified;

/**
 * A second sign-up before the first was confirmed. A password goes with the code that was mailed for it: when no new
 * code may leave yet nothing changes, else whoever confirms the first would confirm somebody else's password.
 */
async function signUpAgain(services: Services, tx: Tx, known: Login, person: SignUp, passwordHash: string) {
  const { name, phone } = person;
  await tx
    .update(users)
    .set({ name, phone, passwordHash })
    .where(and(eq(users.accountId, known.accountId), eq(users.id, known.userId)));
  await mailCode(services, tx, known, person);
}

async function signUpAnew(services: Services, tx: Tx, person: SignUp, passwordHash: string, planId: string) {
  const owner = await createAccount(tx, { ...person, passwordHash, isVerified: false, role: 'OWNER', planId });
  await mailCode(services, tx, owner, person);
}

/** Whoever was invited has no name yet and nothing to sign in with: the invitation is the way in. */
async function tellInvited(tx: Tx, { accountId }: Login, email: string): Promise<void> {
  const [account] = await tx
    .select({ name: accounts.name, companyName: accounts.companyName })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  await queueLetter(tx, accountId, email, 'invited', { account: account?.companyName ?? account?.name ?? '' });
}

const isTaken = (error: unknown) =>
  (error as { cause?: { code?: string } }).cause?.code === '23505' || (error as { code?: string }).code === '23505';

async function register(services: Services, person: SignUp, passwordHash: string): Promise<void> {
  const { db, key } = services;
  const { email } = person;
  const known = await findLogin(db, email);
  await withPlatform(db, async (tx) => {
    const rules = await readSignUpRules(tx);
    if (!rules.isOpen) throw new Refusal('sign_ups_closed');
    const mayLeave = await mayWrite(tx, key, email);
    const wait = await askForCode(tx, key, email);
    if (!known) return signUpAnew(services, tx, person, passwordHash, rules.planId);
    if (!mayLeave || (waitsForCode(known) && wait > 0)) return;
    if (waitsForCode(known)) return signUpAgain(services, tx, known, person, passwordHash);
    if (known.status === 'PENDING') return tellInvited(tx, known, email);
    const values = { name: known.name, url: `${services.publicUrl()}/login` };
    return queueLetter(tx, known.accountId, email, 'known', values);
  }).catch((error: unknown) => {
    // Of two sign-ups at once with one e-mail the other was first: to this one it is a known address.
    if (!isTaken(error)) throw error;
  });
}

/**
 * Signs a business up: account, owner, first context, the first plan, and a code by mail. What it answers is the same
 * whether the e-mail was free or not (who has an account is nobody's business); its owner gets a mail that says so.
 * @throws Refusal `sign_ups_closed`; `invalid_input` for a password that is easily guessed.
 */
export async function signUp(services: Services, person: SignUp): Promise<void> {
  await refuseGuessable(person.password, person);
  await atEvenPace(async () => register(services, person, await hashPassword(person.password)));
  services.nudge();
}

/**
 * Sends the code again, five letters an hour at most. Answers the seconds until one may ask once more, by the e-mail
 * alone: as if there were somebody.
 */
export async function resendCode(services: Services, email: string): Promise<number> {
  const wait = await atEvenPace(async () => {
    const { db, key } = services;
    const known = await findLogin(db, email);
    return withPlatform(db, async (tx) => {
      const seconds = await askForCode(tx, key, email);
      if (seconds > 0) return seconds;
      const mayLeave = await mayWrite(tx, key, email);
      if (mayLeave && known && waitsForCode(known)) await mailCode(services, tx, known, { name: known.name, email });
      return CODE_RESEND_SECONDS;
    });
  });
  services.nudge();
  return wait;
}

async function confirm(services: Services, email: string, code: string): Promise<Login> {
  const { db, key } = services;
  const known = await findLogin(db, email);
  const verdict = await withPlatform(db, async (tx) => {
    if (!(await takeCodeTry(tx, key, email))) return 'expired';
    if (!known || !waitsForCode(known)) return 'wrong';
    const used = await useSecret(tx, known, 'verify', code);
    if (used === 'right') {
      await tx
        .update(users)
        .set({ emailVerifiedAt: new Date() })
        .where(and(eq(users.accountId, known.accountId), eq(users.id, known.userId)));
    }
    return used;
  });
  if (verdict === 'expired') throw new Refusal('code_expired');
  if (verdict === 'wrong' || !known) throw new Refusal('code_invalid');
  return known;
}

/** Confirms an e-mail by its code and signs its owner in. @throws Refusal `code_invalid`, `code_expired`. */
export async function verifyEmail(services: Services, email: string, code: string, ip: string): Promise<TokenPair> {
  const known = await refusedAtEvenPace(() => confirm(services, email, code));
  return openSession(services, known, { way: 'code', ip });
}

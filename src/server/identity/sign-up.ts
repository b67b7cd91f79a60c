import { and, desc, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { CODE_MINUTES, CODE_RESEND_SECONDS, SIGN_UP_DAYS } from '../../shared/constants.ts';
import type { registerBody } from '../../shared/rules.ts';
import { findInvitedBy, findLogin } from '../db/platform.ts';
import { signUps } from '../db/schema/identity.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { queueEmail } from '../mail/emails.ts';
import { ApiError } from '../runtime/api-error.ts';
import { digest, newCode } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { readSignUpRules } from './accounts.ts';
import { askForCode, type CodeAsker, canMail } from './asked-codes.ts';
import { withMinimumDuration } from './minimum-duration.ts';
import { refuseGuessable } from './guessable.ts';
import { hashSignUpPassword } from './passwords.ts';
import { platformAccount } from './platform-account.ts';

type SignUp = z.output<typeof registerBody>;
export type WaitingSignUp = typeof signUps.$inferSelect;

/** Sign-ups that wait for one e-mail without a good code: older ones are forgotten. */
const MOST_WAITING = 10;
const LETTER = { kind: 'sign-up', minutes: CODE_MINUTES } as const;

/** Every sign-up that waits for an e-mail, the latest first. */
export const readWaiting = (tx: Tx, email: string): Promise<WaitingSignUp[]> =>
  tx.select().from(signUps).where(eq(signUps.email, email)).orderBy(desc(signUps.createdAt), desc(signUps.id));

async function mailCode(services: Services, tx: Tx, { id, name, email }: WaitingSignUp): Promise<void> {
  const code = newCode();
  const codeExpiresAt = new Date(Date.now() + CODE_MINUTES * 60_000);
  await tx
    .update(signUps)
    .set({ codeHash: digest(code), codeExpiresAt })
    .where(eq(signUps.id, id));
  const url = `${services.publicUrl()}/verify-email?email=${encodeURIComponent(email)}`;
  await queueEmail(tx, await platformAccount(tx), email, 'verify', { code, name, minutes: CODE_MINUTES, url });
}

/** Keeps a sign-up beside those of the same e-mail; the same password again is the same sign-up. */
async function keepSignUp(tx: Tx, person: SignUp, passwordHash: string): Promise<WaitingSignUp> {
  const { name, email, phone = null, website } = person;
  const fresh = { name, phone, website, createdAt: new Date() };
  const [kept] = await tx
    .insert(signUps)
    .values({ ...fresh, id: uuidv7(), email, passwordHash })
    .onConflictDoUpdate({ target: [signUps.email, signUps.passwordHash], set: fresh })
    .returning();
  const latest = (await readWaiting(tx, email)).slice(0, MOST_WAITING).map(({ id }) => id);
  const hasNoCode = or(isNull(signUps.codeExpiresAt), lt(signUps.codeExpiresAt, sql`now()`));
  await tx.delete(signUps).where(and(eq(signUps.email, email), notInArray(signUps.id, latest), hasNoCode));
  return kept as WaitingSignUp;
}

async function register(services: Services, person: SignUp, passwordHash: string, ip: string): Promise<void> {
  const { db, key } = services;
  const { email } = person;
  const known = await findLogin(db, email);
  const invitedBy = known ? null : await findInvitedBy(db, email);
  await withPlatform(db, async (tx) => {
    if (!(await readSignUpRules(tx)).isOpen) throw new ApiError('sign_ups_closed');
    const wait = await askForCode(tx, key, { email, ip });
    // A code that left a moment ago is good; a letter without one need not rest.
    const canLeave = (known !== null || wait === 0) && (await canMail(tx, key, email, LETTER));
    const waiting = known ? null : await keepSignUp(tx, person, passwordHash);
    if (!canLeave) return;
    if (waiting) await mailCode(services, tx, waiting);
    if (invitedBy) await queueEmail(tx, await platformAccount(tx), email, 'invited', { account: invitedBy });
    if (!known) return;
    const values = { name: known.name, url: `${services.publicUrl()}/login` };
    await queueEmail(tx, known.accountId, email, 'known', values);
  });
}

/**
 * Begins a sign-up and mails a code; the account is made once the code comes back. What it answers is the same whether the
 * e-mail was free or not (who has an account is nobody's business); its owner gets a mail that says so.
 * @throws ApiError `sign_ups_closed`; `invalid_input` for a password that is easily guessed.
 */
export async function signUp(services: Services, person: SignUp, ip: string): Promise<void> {
  await refuseGuessable(person.password, person);
  await withMinimumDuration(async () => {
    const passwordHash = await hashSignUpPassword(services.key, person.email, person.password);
    await register(services, person, passwordHash, ip);
  });
  services.wake();
}

/**
 * Sends a new code for the latest sign-up of an e-mail. Returns the seconds until one may ask once more, by the e-mail
 * alone: as if there were somebody.
 */
export async function resendCode(services: Services, asker: CodeAsker): Promise<number> {
  const { db, key } = services;
  const wait = await withMinimumDuration(() =>
    withPlatform(db, async (tx) => {
      const seconds = await askForCode(tx, key, asker);
      if (seconds > 0) return seconds;
      const canLeave = await canMail(tx, key, asker.email, LETTER);
      const [latest] = await readWaiting(tx, asker.email);
      if (canLeave && latest) await mailCode(services, tx, latest);
      return CODE_RESEND_SECONDS;
    }),
  );
  services.wake();
  return wait;
}

/** Forgets sign-ups that nobody confirmed for a week. Returns how many. */
export async function sweepSignUps(db: Db): Promise<number> {
  const old = lt(signUps.createdAt, sql`now() - make_interval(days => ${SIGN_UP_DAYS})`);
  const gone = await withPlatform(db, (tx) => tx.delete(signUps).where(old).returning({ id: signUps.id }));
  return gone.length;
}

/** Ends every sign-up of an e-mail whose owner has come in. */
export const endSignUps = (tx: Tx, ...emails: string[]) => tx.delete(signUps).where(inArray(signUps.email, emails));

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
import { rejectGuessable } from './guessable.ts';
import { withMinimumDuration } from './minimum-duration.ts';
import { hashSignUpPassword } from './passwords.ts';
import { platformAccount } from './platform-account.ts';
import { canMail, type CodeRequester, requestCode } from './requested-codes.ts';

type SignUpBody = z.output<typeof registerBody>;
export type PendingSignUp = typeof signUps.$inferSelect;

const PENDING_MAX = 10;
const CODE_EMAIL = { kind: 'sign-up', minutes: CODE_MINUTES } as const;

export const readPendingSignUps = (tx: Tx, email: string): Promise<PendingSignUp[]> =>
  tx.select().from(signUps).where(eq(signUps.email, email)).orderBy(desc(signUps.createdAt), desc(signUps.id));

async function mailCode(services: Services, tx: Tx, { id, email }: PendingSignUp): Promise<void> {
  const code = newCode();
  const codeExpiresAt = new Date(Date.now() + CODE_MINUTES * 60_000);
  await tx
    .update(signUps)
    .set({ codeHash: digest(code), codeExpiresAt })
    .where(eq(signUps.id, id));
  const url = `${services.publicUrl()}/verify-email?email=${encodeURIComponent(email)}`;
  await queueEmail(tx, await platformAccount(tx), email, 'verify', { code, minutes: CODE_MINUTES, url });
}

/** Next to others with the same email. The same password replaces the earlier one. */
async function storeSignUp(tx: Tx, person: SignUpBody, passwordHash: string): Promise<PendingSignUp> {
  const { name, email, phone = null, website } = person;
  const fresh = { name, phone, website, createdAt: new Date() };
  const [stored] = await tx
    .insert(signUps)
    .values({ ...fresh, id: uuidv7(), email, passwordHash })
    .onConflictDoUpdate({ target: [signUps.email, signUps.passwordHash], set: fresh })
    .returning();
  const latest = (await readPendingSignUps(tx, email)).slice(0, PENDING_MAX).map(({ id }) => id);
  const hasNoCode = or(isNull(signUps.codeExpiresAt), lt(signUps.codeExpiresAt, sql`now()`));
  await tx.delete(signUps).where(and(eq(signUps.email, email), notInArray(signUps.id, latest), hasNoCode));
  return stored as PendingSignUp;
}

async function register(services: Services, person: SignUpBody, passwordHash: string, ip: string): Promise<void> {
  const { db, key } = services;
  const { email } = person;
  const known = await findLogin(db, email);
  const invitedBy = known ? null : await findInvitedBy(db, email);
  await withPlatform(db, async (tx) => {
    if (!(await readSignUpRules(tx)).isOpen) throw new ApiError('sign_ups_closed');
    const wait = await requestCode(tx, key, { email, ip });
    // If a code was sent moments ago, it is still valid. Emails without a code need not wait.
    const canSend = (known !== null || wait === 0) && (await canMail(tx, key, email, CODE_EMAIL));
    const waiting = known ? null : await storeSignUp(tx, person, passwordHash);
    if (!canSend) return;
    if (waiting) await mailCode(services, tx, waiting);
    if (invitedBy) await queueEmail(tx, await platformAccount(tx), email, 'invited', { account: invitedBy });
    if (!known) return;
    const values = { name: known.name, url: `${services.publicUrl()}/login` };
    await queueEmail(tx, known.accountId, email, 'known', values);
  });
}

/**
 * The account is created once the code is confirmed. Whether the email has one is private: same response, its owner is
 * informed by email. Throws `ApiError` `sign_ups_closed`, or `invalid_input` for a guessable password.
 */
export async function signUp(services: Services, person: SignUpBody, ip: string): Promise<void> {
  await rejectGuessable(person.password, person);
  await withMinimumDuration(async () => {
    const passwordHash = await hashSignUpPassword(services.key, person.email, person.password);
    await register(services, person, passwordHash, ip);
  });
}

/** For the latest sign-up. The seconds until the next request do not depend on whether there is one. */
export async function resendCode(services: Services, requester: CodeRequester): Promise<number> {
  const { db, key } = services;
  return withMinimumDuration(() =>
    withPlatform(db, async (tx) => {
      const seconds = await requestCode(tx, key, requester);
      if (seconds > 0) return seconds;
      const canSend = await canMail(tx, key, requester.email, CODE_EMAIL);
      const [latest] = await readPendingSignUps(tx, requester.email);
      if (canSend && latest) await mailCode(services, tx, latest);
      return CODE_RESEND_SECONDS;
    }),
  );
}

/** Not confirmed within a week. Returns their number. */
export async function sweepSignUps(db: Db): Promise<number> {
  const old = lt(signUps.createdAt, sql`now() - make_interval(days => ${SIGN_UP_DAYS})`);
  const deleted = await withPlatform(db, (tx) => tx.delete(signUps).where(old).returning({ id: signUps.id }));
  return deleted.length;
}

export const deleteSignUps = (tx: Tx, ...emails: string[]) => tx.delete(signUps).where(inArray(signUps.email, emails));

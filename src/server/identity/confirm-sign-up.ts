import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { verifyBody } from '../../shared/rules.ts';
import type { SignedIn } from '../../shared/second-factor.ts';
import { codeOf, UNIQUE_VIOLATION } from '../db/failures.ts';
import { signUps } from '../db/schema/identity.ts';
import { withPlatform } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import { digest, isSameDigest, type SecretKey } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { createAccount, readSignUpRules } from './accounts.ts';
import { rejectGuessable } from './guessable.ts';
import type { Origin } from './known-devices.ts';
import { withMinimumErrorDuration } from './minimum-duration.ts';
import { hashSignUpPassword } from './passwords.ts';
import { takeCodeAttempt } from './requested-codes.ts';
import { admit } from './second-factor/sign-in.ts';
import { deleteSignUps, type PendingSignUp, readPendingSignUps } from './sign-up.ts';

type Confirmation = z.output<typeof verifyBody>;

/** All of the email, the one with this code first. Throws `ApiError` `code_invalid` or `code_expired`. */
async function findByCode(services: Services, { email, code }: Confirmation, ip: string) {
  const waiting = await withPlatform(services.db, async (tx) =>
    (await takeCodeAttempt(tx, services.key, { email, ip })) ? readPendingSignUps(tx, email) : null,
  );
  const submittedHash = digest(code);
  const found = waiting?.find(({ codeHash }) => codeHash !== null && isSameDigest(codeHash, submittedHash));
  if (waiting && !found) throw new ApiError('code_invalid');
  const isOld = !found?.codeExpiresAt || found.codeExpiresAt.getTime() <= Date.now();
  if (!waiting || isOld) throw new ApiError('code_expired');
  return [found, ...waiting.filter((other) => other !== found)] as [PendingSignUp, ...PendingSignUp[]];
}

/**
 * A code proves who reads the mailbox, not who signed up, so a password sent with it takes precedence. Without one, the
 * sign-up's is used if it is the only one; several may be a stranger's, so null makes the user set a password.
 */
async function choose(key: SecretKey, [byCode, ...others]: [PendingSignUp, ...PendingSignUp[]], password?: string) {
  if (password === undefined) {
    return { person: byCode, passwordHash: others.length === 0 ? byCode.passwordHash : null };
  }
  const passwordHash = await hashSignUpPassword(key, byCode.email, password);
  const person = [byCode, ...others].find((one) => one.passwordHash === passwordHash) ?? byCode;
  await rejectGuessable(password, person);
  return { person, passwordHash };
}

async function confirm(services: Services, body: Confirmation, ip: string) {
  const [byCode, ...others] = await findByCode(services, body, ip);
  const { person, passwordHash } = await choose(services.key, [byCode, ...others], body.password);
  const { name, email, phone, website } = person;
  return withPlatform(services.db, async (tx) => {
    // Locked, so that the second of two concurrent confirmations finds nothing.
    const [still] = await tx.select().from(signUps).where(eq(signUps.id, byCode.id)).for('update');
    if (!still) throw new ApiError('code_invalid');
    const { planId } = await readSignUpRules(tx);
    const about = { name, email, phone: phone ?? undefined, website: website ?? undefined };
    const owner = await createAccount(tx, { ...about, passwordHash, role: 'OWNER', planId });
    await deleteSignUps(tx, email);
    return owner;
  }).catch((error: unknown) => {
    // The address has got an account in another way meanwhile.
    if (codeOf(error) === UNIQUE_VIOLATION) throw new ApiError('code_invalid');
    throw error;
  });
}

/** Signs the owner in. Throws `ApiError` `code_invalid`, `code_expired`, `invalid_input` (guessable password). */
export async function verifyEmail(services: Services, body: Confirmation, origin: Origin): Promise<SignedIn> {
  const { accountId, userId } = await withMinimumErrorDuration(() => confirm(services, body, origin.ip));
  return admit(services, { accountId, userId, role: 'OWNER' }, { method: 'code', ...origin });
}

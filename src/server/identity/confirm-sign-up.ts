import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { verifyBody } from '../../shared/rules.ts';
import type { TokenPair } from '../../shared/session.ts';
import { signUps } from '../db/schema/identity.ts';
import { withPlatform } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import { digest, isSameDigest } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { createAccount, readSignUpRules } from './accounts.ts';
import { takeCodeTry } from './asked-codes.ts';
import { withMinimumErrorDuration } from './minimum-duration.ts';
import { refuseGuessable } from './guessable.ts';
import { hashSignUpPassword } from './passwords.ts';
import type { Origin } from './known-devices.ts';
import { openSession } from './sessions.ts';
import { endSignUps, readWaiting, type WaitingSignUp } from './sign-up.ts';

const isTaken = (error: unknown) => (error as { cause?: { code?: string } }).cause?.code === '23505';

type Confirmation = z.output<typeof verifyBody>;

/** The sign-ups of an e-mail, that of the code first. @throws ApiError `code_invalid`, `code_expired`. */
async function findByCode(services: Services, { email, code }: Confirmation, ip: string) {
  const waiting = await withPlatform(services.db, async (tx) =>
    (await takeCodeTry(tx, services.key, { email, ip })) ? readWaiting(tx, email) : null,
  );
  const given = digest(code);
  const found = waiting?.find(({ codeHash }) => codeHash !== null && isSameDigest(codeHash, given));
  if (waiting && !found) throw new ApiError('code_invalid');
  const isOld = !found?.codeExpiresAt || found.codeExpiresAt.getTime() <= Date.now();
  if (!waiting || isOld) throw new ApiError('code_expired');
  return [found, ...waiting.filter((other) => other !== found)] as [WaitingSignUp, ...WaitingSignUp[]];
}

/**
 * Whose name and whose password an account gets. A code proves who reads the mailbox, not who signed up: a password that
 * comes with it is its reader's. Without one, that of the sign-up is kept as long as no other one waits; of several, one
 * may be a stranger's, and which one nobody can tell, so that the reader has to set one (`null`).
 */
async function choose(key: Uint8Array, [byCode, ...others]: [WaitingSignUp, ...WaitingSignUp[]], password?: string) {
  if (password === undefined) {
    return { person: byCode, passwordHash: others.length === 0 ? byCode.passwordHash : null };
  }
  const passwordHash = await hashSignUpPassword(key, byCode.email, password);
  const person = [byCode, ...others].find((one) => one.passwordHash === passwordHash) ?? byCode;
  await refuseGuessable(password, person);
  return { person, passwordHash };
}

async function confirm(services: Services, body: Confirmation, ip: string) {
  const [byCode, ...others] = await findByCode(services, body, ip);
  const { person, passwordHash } = await choose(services.key, [byCode, ...others], body.password);
  const { name, email, phone, website } = person;
  return withPlatform(services.db, async (tx) => {
    // Locked: of two confirmations at once the second finds none.
    const [still] = await tx.select().from(signUps).where(eq(signUps.id, byCode.id)).for('update');
    if (!still) throw new ApiError('code_invalid');
    const { planId } = await readSignUpRules(tx);
    const about = { name, email, phone: phone ?? undefined, website: website ?? undefined };
    const owner = await createAccount(tx, { ...about, passwordHash, role: 'OWNER', planId });
    await endSignUps(tx, email);
    return owner;
  }).catch((error: unknown) => {
    // The e-mail's owner has come in by another way meanwhile.
    if (isTaken(error)) throw new ApiError('code_invalid');
    throw error;
  });
}

/**
 * Confirms an e-mail by its code: makes account, owner, first context and plan, and signs the owner in.
 * @throws ApiError `code_invalid`, `code_expired`; `invalid_input` for a password that is easily guessed.
 */
export async function verifyEmail(services: Services, body: Confirmation, origin: Origin): Promise<TokenPair> {
  const { accountId, userId } = await withMinimumErrorDuration(() => confirm(services, body, origin.ip));
  return openSession(services, { accountId, userId, role: 'OWNER' }, { way: 'code', ...origin });
}

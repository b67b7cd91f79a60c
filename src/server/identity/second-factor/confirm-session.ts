import { and, isNull } from 'drizzle-orm';
import type { ProofKind, SessionProof } from '../../../shared/second-factor.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { findUser } from '../../db/platform.ts';
import { sessions } from '../../db/schema/identity.ts';
import { withPlatform } from '../../db/tenant.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import type { ActingUser } from '../people/acting-user.ts';
import { confirmPassword } from '../people/confirm-password.ts';
import { isSession } from '../row-conditions.ts';
import { proofsOf, readFactors } from './factors.ts';
import { proveFactor } from './prove-factor.ts';

async function prove(services: Services, user: ActingUser, proof: SessionProof): Promise<ProofKind | 'password'> {
  const hasFactor = proofsOf(await withPlatform(services.db, (tx) => readFactors(tx, user))).length > 0;
  if ('password' in proof) {
    // The password of a user with a second factor proves too little.
    if (hasFactor) throw new ApiError('second_factor_required');
    await confirmPassword(services, user, 'password', proof.password);
    return 'password';
  }
  const person = await findUser(services.db, user);
  if (!person) throw notFound();
  return proveFactor(services, person, proof, { ip: user.ip ?? '', sessionId: user.sessionId });
}

/**
 * Makes the session fresh. Throws `ApiError` `invalid_input` for a wrong password, `second_factor_required`,
 * `code_invalid`, `passkey_refused` or `too_many_tries`.
 */
export async function confirmSession(services: Services, user: ActingUser, proof: SessionProof): Promise<void> {
  const by = await prove(services, user, proof);
  await withPlatform(services.db, async (tx) => {
    await tx
      .update(sessions)
      .set({ provenAt: new Date() })
      .where(and(isSession(user), isNull(sessions.actorUserId)));
    await writeAudit(tx, user, 'second-factor_confirm', { detail: { by } });
  });
}

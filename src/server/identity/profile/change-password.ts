import type { z } from 'zod';
import type { passwordBody } from '../../../shared/people.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { mailedSecrets, users } from '../../db/schema/identity.ts';
import { withPlatform } from '../../db/tenant.ts';
import type { Services } from '../../runtime/services.ts';
import { rejectGuessable } from '../guessable.ts';
import { mailSecurityNotice } from '../known-devices.ts';
import { isMailedSecret } from '../mailed-secrets.ts';
import { hashPassword } from '../passwords.ts';
import type { ActingUser } from '../people/acting-user.ts';
import { confirmPassword } from '../people/confirm-password.ts';
import { isUser } from '../row-conditions.ts';
import { endSessions } from '../sessions.ts';

/** Ends other sessions, waiting sign-ins and reset links. Throws `ApiError` `invalid_input` or `too_many_tries`. */
export async function changePassword(
  services: Services,
  actor: ActingUser,
  { current, password }: z.output<typeof passwordBody>,
): Promise<void> {
  await rejectGuessable(password, await confirmPassword(services, actor, 'current', current));
  const passwordHash = await hashPassword(password);
  await withPlatform(services.db, async (tx) => {
    await tx.update(users).set({ passwordHash, updatedAt: new Date() }).where(isUser(actor));
    await endSessions(tx, actor.accountId, actor.userId, actor);
    await tx.delete(mailedSecrets).where(isMailedSecret(actor, 'reset'));
    await writeAudit(tx, actor, 'password_changed');
    await mailSecurityNotice(tx, services, actor, 'passwordChanged');
  });
}

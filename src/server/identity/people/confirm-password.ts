import { users } from '../../db/schema/identity.ts';
import { withPlatform } from '../../db/tenant.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { throttleAttempts } from '../login-throttle.ts';
import { isPassword } from '../passwords.ts';
import { isUser } from '../row-conditions.ts';
import type { ActingUser } from './acting-user.ts';

/**
 * Limited per session. A wrong one is an error of `field`: a 401 would end the session. `optional`: a user who signs in
 * through a provider may continue without one. Throws `ApiError` `invalid_input` with `wrong_password`, or
 * `too_many_tries`.
 */
export async function confirmPassword(
  services: Services,
  actor: ActingUser,
  field: string,
  given: string | undefined,
  { optional = false } = {},
): Promise<typeof users.$inferSelect> {
  const [person] = await withPlatform(services.db, (tx) => tx.select().from(users).where(isUser(actor)));
  if (!person) throw notFound();
  if (optional && person.passwordHash === null) return person;
  const check = () => isPassword(given ?? '', person.passwordHash);
  if (
    !(await throttleAttempts(services, { email: person.email, ip: actor.ip ?? '', sessionId: actor.sessionId }, check))
  ) {
    const error = { field, code: 'wrong_password', message: t('validation.wrong_password') };
    throw new ApiError('invalid_input', { errors: [error] });
  }
  return person;
}

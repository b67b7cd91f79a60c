import { users } from '../../db/schema/identity.ts';
import { withPlatform } from '../../db/tenant.ts';
import { notFound } from '../../runtime/api-error.ts';
import { invalidValue } from '../../runtime/field-errors.ts';
import type { Services } from '../../runtime/services.ts';
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
  const attempt = { email: person.email, ip: actor.ip ?? '', sessionId: actor.sessionId };
  const isRight = await throttleAttempts(services, attempt, () => isPassword(given ?? '', person.passwordHash));
  if (!isRight) throw invalidValue(field, 'wrong_password');
  return person;
}

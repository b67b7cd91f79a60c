import { users } from '../../db/schema/identity.ts';
import { withPlatform } from '../../db/tenant.ts';
import { ApiError, notFound } from '../../runtime/api-error.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { throttlePassword } from '../login-throttle.ts';
import { isPassword } from '../passwords.ts';
import { isUser } from '../row-conditions.ts';
import type { ActingUser } from './acting-user.ts';

/**
 * Makes a signed-in user confirm their password. Attempts are limited per session. Returns the user.
 * @param field of the form, for the error; a 401 would end the session.
 * @param optional whether a user without a password (who signs in through a provider) may continue.
 * Throws `ApiError` `invalid_input` with `wrong_password`, or `too_many_tries`.
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
    !(await throttlePassword(services, { email: person.email, ip: actor.ip ?? '', sessionId: actor.sessionId }, check))
  ) {
    const error = { field, code: 'wrong_password', message: t('validation.wrong_password') };
    throw new ApiError('invalid_input', { errors: [error] });
  }
  return person;
}

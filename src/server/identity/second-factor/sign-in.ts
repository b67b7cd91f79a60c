import { and, eq, sql } from 'drizzle-orm';
import { FACTOR_MINUTES } from '../../../shared/constants.ts';
import type { FactorProof, SignedIn } from '../../../shared/second-factor.ts';
import type { TokenPair } from '../../../shared/session.ts';
import { findUser } from '../../db/platform.ts';
import { signInSecrets } from '../../db/schema/identity.ts';
import { withPlatform } from '../../db/tenant.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { digest, newSecret } from '../../runtime/secrets.ts';
import type { Services } from '../../runtime/services.ts';
import type { Origin } from '../known-devices.ts';
import { openSession, type SessionOwner, type SignInOrigin } from '../sessions.ts';
import { consumeSignInSecret, storeSignInSecret } from '../sign-in-secrets.ts';
import { proofsOf, readFactors } from './factors.ts';
import { askForPasskey, usePasskey } from './passkeys.ts';
import { proveFactor } from './prove-factor.ts';

/**
 * The end of every sign-in but that of a passkey: a session, or for a user with a second factor a ticket for
 * `finishSignIn`.
 */
export async function admit(services: Services, person: SessionOwner, origin: SignInOrigin): Promise<SignedIn> {
  const proofs = proofsOf(await withPlatform(services.db, (tx) => readFactors(tx, person)));
  if (proofs.length === 0) return openSession(services, person, origin);
  const ticket = newSecret();
  const payload = { accountId: person.accountId, userId: person.userId, way: origin.method };
  await storeSignInSecret(services.db, 'ticket', ticket, payload, FACTOR_MINUTES * 60);
  return { secondFactor: { ticket, proofs } };
}

/** Stays valid, so that a mistyped code can be corrected. Throws `ApiError` `sign_in_expired`. */
async function readTicket({ db }: Services, ticket: string) {
  const { hash, purpose, payload, expiresAt } = signInSecrets;
  const [row] = await withPlatform(db, (tx) =>
    tx
      .select({ payload })
      .from(signInSecrets)
      .where(and(eq(hash, digest(ticket)), eq(purpose, 'ticket'), sql`${expiresAt} > now()`)),
  );
  const { accountId = '', userId = '', way = '' } = row?.payload ?? {};
  const person = row && (await findUser(db, { accountId, userId }));
  if (person?.status !== 'ACTIVE') throw new ApiError('sign_in_expired');
  return { person, way };
}

/** Throws `ApiError` `sign_in_expired`, `code_invalid`, `passkey_refused` or `too_many_tries`. */
export async function finishSignIn(
  services: Services,
  { ticket, proof }: { ticket: string; proof: FactorProof },
  origin: Origin,
): Promise<TokenPair> {
  const { person, way } = await readTicket(services, ticket);
  const factor = await proveFactor(services, person, proof, origin);
  if (!(await consumeSignInSecret(services.db, 'ticket', ticket))) throw new ApiError('sign_in_expired');
  return openSession(services, person, { method: way, factor, ...origin });
}

/** For a waiting sign-in, or for one without a password. Throws `ApiError` `sign_in_expired`. */
export async function startPasskeySignIn(services: Services, ticket: string | undefined) {
  return askForPasskey(services, ticket === undefined ? undefined : (await readTicket(services, ticket)).person);
}

/** The authenticator has verified its user, so that a passkey is both factors. Throws `ApiError` `passkey_refused`. */
export async function signInByPasskey(services: Services, passkey: unknown, origin: Origin): Promise<TokenPair> {
  const owner = await usePasskey(services, passkey);
  const person = owner && (await findUser(services.db, owner));
  if (person?.status !== 'ACTIVE') throw new ApiError('passkey_refused');
  return openSession(services, person, { method: 'passkey', ...origin });
}

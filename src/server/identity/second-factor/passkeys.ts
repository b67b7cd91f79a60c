import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { and, asc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { CHALLENGE_MINUTES, PASSKEYS_MAX } from '../../../shared/constants.ts';
import { passkeys } from '../../db/schema/identity.ts';
import { type Tx, withPlatform } from '../../db/tenant.ts';
import { ApiError } from '../../runtime/api-error.ts';
import { isLoopback } from '../../runtime/env.ts';
import type { Services } from '../../runtime/services.ts';
import type { UserKey } from '../row-conditions.ts';
import { consumeSignInSecret, storeSignInSecret } from '../sign-in-secrets.ts';

/** When it is first needed: it has hundreds of modules, and many servers never see a passkey. */
const loadWebAuthn = () => import('@simplewebauthn/server');

type PasskeyRow = typeof passkeys.$inferSelect;

/** A challenge for one purpose is worth nothing for another. */
type Purpose = 'register' | 'sign-in' | 'prove';

const isOf = ({ accountId, userId }: UserKey) => and(eq(passkeys.accountId, accountId), eq(passkeys.userId, userId));

/** Browsers accept no IP address as the name of a site, so the loopback interface is always `localhost`. */
function siteOf({ publicUrl }: Services) {
  const url = new URL(publicUrl());
  if (!isLoopback(url.hostname)) return { rpID: url.hostname, expectedOrigin: [url.origin] };
  const local = new URL(url);
  local.hostname = 'localhost';
  return { rpID: 'localhost', expectedOrigin: [url.origin, local.origin] };
}

const storeChallenge = (services: Services, challenge: string, payload: Record<string, string>) =>
  storeSignInSecret(services.db, 'challenge', challenge, payload, CHALLENGE_MINUTES * 60);

/** Once: also a wrong answer uses the challenge up. */
function expectChallenge({ db }: Services, purpose: Purpose, user?: UserKey) {
  return async (challenge: string) => {
    const asked = await consumeSignInSecret(db, 'challenge', challenge);
    return (
      asked?.purpose === purpose && (!user || (asked.accountId === user.accountId && asked.userId === user.userId))
    );
  };
}

const describe = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  transports: transports as AuthenticatorTransport[],
});

export const listPasskeys = (tx: Tx, user: UserKey): Promise<PasskeyRow[]> =>
  tx.select().from(passkeys).where(isOf(user)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));

/** Ids of 16 bytes each: the authenticator returns them at a sign-in without an email. */
const handleOf = ({ accountId, userId }: UserKey) =>
  new Uint8Array(Buffer.from((accountId + userId).replaceAll('-', ''), 'hex'));

function readHandle(handle: string | undefined): UserKey | null {
  const hex = Buffer.from(handle ?? '', 'base64url').toString('hex');
  if (hex.length !== 64) return null;
  const [accountId, userId] = [hex.slice(0, 32), hex.slice(32)].map((id) =>
    id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  );
  return { accountId: accountId!, userId: userId! };
}

/** Throws `ApiError` `too_many_passkeys`. */
export async function startPasskey(services: Services, user: UserKey, person: { name: string; email: string }) {
  const known = await withPlatform(services.db, (tx) => listPasskeys(tx, user));
  if (known.length >= PASSKEYS_MAX) throw new ApiError('too_many_passkeys', { values: { most: String(PASSKEYS_MAX) } });
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Prosa',
    rpID: siteOf(services).rpID,
    userName: person.email,
    userDisplayName: person.name,
    userID: handleOf(user),
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { accountId, userId } = user;
  await storeChallenge(services, options.challenge, { purpose: 'register', accountId, userId });
  return options;
}

/** The new row's values; store them in the transaction that records them. Throws `ApiError` `passkey_refused`. */
export async function checkNewPasskey(services: Services, user: UserKey, given: unknown) {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: given as RegistrationResponseJSON,
    expectedChallenge: expectChallenge(services, 'register', user),
    expectedOrigin: siteOf(services).expectedOrigin,
    expectedRPID: siteOf(services).rpID,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw new ApiError('passkey_refused', { cause });
  });
  if (!verified || !registrationInfo) throw new ApiError('passkey_refused');
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  return {
    accountId: user.accountId,
    userId: user.userId,
    id: uuidv7(),
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports ?? [],
  };
}

/** Without a user for a sign-in without a password: the authenticator then says whose it is. */
export async function askForPasskey(services: Services, user?: UserKey) {
  const known = user ? await withPlatform(services.db, (tx) => listPasskeys(tx, user)) : [];
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: siteOf(services).rpID,
    allowCredentials: known.map(describe),
    userVerification: 'required',
  });
  const { challenge } = options;
  await storeChallenge(
    services,
    challenge,
    user ? { purpose: 'prove', accountId: user.accountId, userId: user.userId } : { purpose: 'sign-in' },
  );
  return options;
}

async function findPasskey({ db }: Services, user: UserKey, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await withPlatform(db, (tx) =>
    tx
      .select()
      .from(passkeys)
      .where(and(isOf(user), eq(passkeys.credentialId, credentialId))),
  );
  return row;
}

/** Whether the user's passkey answers a challenge of ours. Without a user, returns whose it is. */
export async function usePasskey(services: Services, given: unknown, user?: UserKey): Promise<UserKey | null> {
  const response = given as AuthenticationResponseJSON;
  const owner = user ?? readHandle(response.response.userHandle);
  const row = owner && (await findPasskey(services, owner, response.id));
  if (!owner || !row) return null;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: expectChallenge(services, user ? 'prove' : 'sign-in', user),
    expectedOrigin: siteOf(services).expectedOrigin,
    expectedRPID: siteOf(services).rpID,
    credential: {
      id: row.credentialId,
      publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')),
      counter: row.counter,
      transports: describe(row).transports,
    },
    requireUserVerification: true,
  }).catch(() => null);
  if (!result?.verified) return null;
  const change = { counter: result.authenticationInfo.newCounter, lastUsedAt: new Date() };
  const used = await withPlatform(services.db, (tx) =>
    tx
      .update(passkeys)
      .set(change)
      .where(and(isOf(owner), eq(passkeys.id, row.id)))
      .returning(),
  );
  return used.length > 0 ? owner : null;
}

const isOne = (user: UserKey, id: string) => and(isOf(user), eq(passkeys.id, id));

export async function renamePasskey(tx: Tx, user: UserKey, id: string, name: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx.update(passkeys).set({ name }).where(isOne(user, id)).returning();
  return row;
}

export async function deletePasskey(tx: Tx, user: UserKey, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx.delete(passkeys).where(isOne(user, id)).returning();
  return row;
}

export const deletePasskeys = (tx: Tx, user: UserKey) => tx.delete(passkeys).where(isOf(user)).returning();

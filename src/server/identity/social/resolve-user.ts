import { emailAddress } from '../../../../resources/kit/schema.ts';
import { findIdentity, findInvitedBy, findLogin, type Login } from '../../db/platform.ts';
import { identities } from '../../db/schema/identity.ts';
import { type Db, type Tx, withPlatform } from '../../db/tenant.ts';
import { createAccount, readSignUpRules } from '../accounts.ts';
import type { UserKey } from '../row-conditions.ts';
import { deleteSignUps } from '../sign-up.ts';
import { SocialError } from './social-error.ts';

/** Verified. */
export interface Claims {
  iss: string;
  sub: string;
  email?: unknown;
  email_verified?: unknown;
  /** Microsoft's only claim that the owner of the email's domain is verified. */
  xms_edov?: unknown;
  name?: unknown;
}

const isYes = (claim: unknown) => claim === true || claim === 'true' || claim === 1 || claim === '1';

function verifiedEmail({ email, email_verified, xms_edov }: Claims): string {
  const read = emailAddress().safeParse(email);
  if (!read.success || !(isYes(email_verified) || isYes(xms_edov))) throw new SocialError('unverified');
  return read.data;
}

function nameFrom({ name }: Claims, email: string): string {
  const cleanName = typeof name === 'string' ? name.trim().slice(0, 120) : '';
  return cleanName.length >= 2 ? cleanName : (email.split('@')[0] ?? email).padEnd(2, '.');
}

function requireActive({ status }: Login): void {
  if (status !== 'ACTIVE') throw new SocialError('inactive');
}

async function openAccount(tx: Tx, claims: Claims, email: string): Promise<UserKey> {
  const { isOpen, planId } = await readSignUpRules(tx);
  if (!isOpen) throw new SocialError('closed');
  const person = { name: nameFrom(claims, email), email, passwordHash: null };
  // A pending sign-up with this address may be somebody else's.
  await deleteSignUps(tx, email);
  return createAccount(tx, { ...person, role: 'OWNER', planId });
}

async function resolveOnce(db: Db, claims: Claims): Promise<UserKey> {
  const { iss: issuer, sub: subject } = claims;
  const linked = await findIdentity(db, issuer, subject);
  if (linked) {
    requireActive(linked);
    return linked;
  }
  const email = verifiedEmail(claims);
  const known = await findLogin(db, email);
  if (known) requireActive(known);
  else if (await findInvitedBy(db, email)) throw new SocialError('invited');
  return withPlatform(db, async (tx) => {
    const { accountId, userId } = known ?? (await openAccount(tx, claims, email));
    await tx.insert(identities).values({ issuer, subject, accountId, userId });
    return { accountId, userId };
  });
}

/** Linked, else by verified email, else new. Throws `SocialError` `unverified`, `closed`, `inactive`, `invited`. */
export async function resolveUser(db: Db, claims: Claims): Promise<UserKey> {
  try {
    return await resolveOnce(db, claims);
  } catch (error) {
    if (error instanceof SocialError) throw error;
    // Two concurrent sign-ins of a new user: the second attempt finds what the other has created.
    return resolveOnce(db, claims);
  }
}

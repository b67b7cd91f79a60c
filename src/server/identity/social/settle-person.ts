import { emailAddress } from '../../../../resources/kit/schema.ts';
import { findIdentity, findInvitedBy, findLogin, type Login } from '../../db/platform.ts';
import { identities } from '../../db/schema/identity.ts';
import { type Db, type Tx, withPlatform } from '../../db/tenant.ts';
import { createAccount, readSignUpRules } from '../accounts.ts';
import { endSignUps } from '../sign-up.ts';
import { SocialError } from './social-error.ts';

/** What a provider's checked token says of somebody. */
export interface Claims {
  iss: string;
  sub: string;
  email?: unknown;
  email_verified?: unknown;
  /** Microsoft's: the owner of the address's domain was verified. It vouches by no other claim. */
  xms_edov?: unknown;
  name?: unknown;
}

interface Settled {
  accountId: string;
  userId: string;
}

const isYes = (claim: unknown) => claim === true || claim === 'true' || claim === 1 || claim === '1';

function verifiedEmail({ email, email_verified, xms_edov }: Claims): string {
  const read = emailAddress().safeParse(email);
  if (!read.success || !(isYes(email_verified) || isYes(xms_edov))) throw new SocialError('unverified');
  return read.data;
}

function nameFrom({ name }: Claims, email: string): string {
  const given = typeof name === 'string' ? name.trim().slice(0, 120) : '';
  return given.length >= 2 ? given : (email.split('@')[0] ?? email).padEnd(2, '.');
}

function demandActive({ status }: Login): void {
  if (status !== 'ACTIVE') throw new SocialError('inactive');
}

async function openAccount(tx: Tx, claims: Claims, email: string): Promise<Settled> {
  const { isOpen, planId } = await readSignUpRules(tx);
  if (!isOpen) throw new SocialError('closed');
  const person = { name: nameFrom(claims, email), email, passwordHash: null };
  // Whoever signed up with this address and never confirmed it was perhaps somebody else.
  await endSignUps(tx, email);
  return createAccount(tx, { ...person, role: 'OWNER', planId });
}

async function settleOnce(db: Db, claims: Claims): Promise<Settled> {
  const { iss: issuer, sub: subject } = claims;
  const linked = await findIdentity(db, issuer, subject);
  if (linked) {
    demandActive(linked);
    return linked;
  }
  const email = verifiedEmail(claims);
  const known = await findLogin(db, email);
  if (known) demandActive(known);
  else if (await findInvitedBy(db, email)) throw new SocialError('invited');
  return withPlatform(db, async (tx) => {
    const { accountId, userId } = known ?? (await openAccount(tx, claims, email));
    await tx.insert(identities).values({ issuer, subject, accountId, userId });
    return { accountId, userId };
  });
}

/**
 * Whom a provider's claims stand for here: who came by it before; else who has the address, when the provider vouches for
 * it; else a new account. @throws SocialError `unverified`, `closed`, `inactive`, `invited`.
 */
export async function settlePerson(db: Db, claims: Claims): Promise<Settled> {
  try {
    return await settleOnce(db, claims);
  } catch (error) {
    if (error instanceof SocialError) throw error;
    // Two sign-ins of one new person at once: what the other has made is found now.
    return settleOnce(db, claims);
  }
}

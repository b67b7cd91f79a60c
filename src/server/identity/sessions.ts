import { and, eq, isNull, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { IMPERSONATION_MINUTES } from '../../shared/constants.ts';
import type { Role } from '../../shared/roles.ts';
import type { TokenPair } from '../../shared/session.ts';
import { findMembership } from '../db/platform.ts';
import { sessions, users } from '../db/schema/identity.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import { digest, signAccessToken } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { endImpersonations } from './impersonations.ts';
import { newRefreshSecret, successorOf, wasIssued } from './refresh-secrets.ts';
import { mailSecurityNotice, type Origin, rememberDevice } from './known-devices.ts';

const LIFE_MS = 30 * 24 * 60 * 60 * 1000;
/** After that one signs in again (OWASP ASVS 3.3: a session has an absolute end). */
const LONGEST_MS = 90 * 24 * 60 * 60_000;
/** Two tabs may refresh with the same token: the one before the last holds for so long. */
const GRACE_MS = 30_000;

/** A refresh token names its row and carries a secret of which only the digest is kept. */
const tokenOf = (accountId: string, sessionId: string, secret: string) => `${accountId}.${sessionId}.${secret}`;
const TOKEN = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/;

interface NamedSecret {
  accountId: string;
  sessionId: string;
  secret: string;
}

/** The parts of a refresh token; null for what is none. */
export function readRefreshToken(token: string): NamedSecret | null {
  const [, accountId, sessionId, secret] = TOKEN.exec(token) ?? [];
  return accountId && sessionId && secret ? { accountId, sessionId, secret } : null;
}

interface Person {
  accountId: string;
  userId: string;
  role: Role;
}

/** Who works in somebody's place, and his own session, which waits meanwhile. */
export interface Actor {
  accountId: string;
  userId: string;
  sessionId: string;
}

interface Opened {
  sessionId: string;
  secret: string;
  expiresAt: Date;
  actorId?: string | null;
}

async function pairOf(
  key: Uint8Array,
  { accountId, userId, role }: Person,
  { sessionId, secret, expiresAt, actorId }: Opened,
): Promise<TokenPair> {
  const actor = actorId ? { actor: actorId } : {};
  const payload = { sub: userId, accountId, role, sid: sessionId, ...actor };
  return {
    accessToken: await signAccessToken(key, payload, expiresAt),
    refreshToken: tokenOf(accountId, sessionId, secret),
  };
}

/** By what somebody came in, and from where. */
export interface Arrival extends Origin {
  /** `password`, `code`, `invitation`, or the provider's id. */
  way: string;
}

const FOREIGN_KEY = '23503';
/** A person removed since they proved who they are has no row left that a session could belong to. */
function refuseRemoved(error: unknown): never {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: string };
  throw code === FOREIGN_KEY ? new ApiError('session_expired') : error;
}

/**
 * Opens a session for someone who has proven who he is, and writes it down.
 * @throws ApiError `session_expired` for someone removed meanwhile
 */
export async function openSession(services: Services, person: Person, arrival: Arrival): Promise<TokenPair> {
  const { way, ip } = arrival;
  const { accountId, userId } = person;
  const sessionId = uuidv7();
  const secret = newRefreshSecret(services.key, sessionId);
  const expiresAt = new Date(Date.now() + LIFE_MS);
  await withPlatform(services.db, async (tx) => {
    await tx.insert(sessions).values({ accountId, id: sessionId, userId, tokenHash: digest(secret), expiresAt });
    await writeAudit(tx, { accountId, userId, ip }, 'sign_in', { detail: { way } });
    await rememberDevice(tx, services, person, arrival);
  }).catch(refuseRemoved);
  services.wake();
  return pairOf(services.key, person, { sessionId, secret, expiresAt });
}

/**
 * Opens a session in somebody's place. It ends with its hour: no refresh prolongs it. To be called with the actor's own
 * session parked in the same transaction.
 */
export async function openImpersonatedSession(
  tx: Tx,
  key: Uint8Array,
  person: Person,
  actor: Actor,
): Promise<TokenPair & { sessionId: string; expiresAt: Date }> {
  const { accountId, userId } = person;
  const sessionId = uuidv7();
  const secret = newRefreshSecret(key, sessionId);
  const expiresAt = new Date(Date.now() + IMPERSONATION_MINUTES * 60_000);
  await tx.insert(sessions).values({
    accountId,
    id: sessionId,
    userId,
    tokenHash: digest(secret),
    expiresAt,
    actorAccountId: actor.accountId,
    actorUserId: actor.userId,
    actorSessionId: actor.sessionId,
  });
  const pair = await pairOf(key, person, { sessionId, secret, expiresAt, actorId: actor.userId });
  return { ...pair, sessionId, expiresAt };
}

/** When a session ends that is used now: unused for a while, or long after its sign-in however much it is used. */
const prolonged = (signedInAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + LIFE_MS, signedInAt.getTime() + LONGEST_MS));

/** The session's row is locked: of two refreshes at once the second sees what the first made. */
async function rotate(services: Services, tx: Tx, { accountId, sessionId, secret }: NamedSecret, ip: string) {
  const { key } = services;
  const [row] = await tx
    .select({ session: sessions, role: users.role, email: users.email })
    .from(sessions)
    .innerJoin(users, and(eq(users.accountId, sessions.accountId), eq(users.id, sessions.userId)))
    .where(and(eq(sessions.accountId, accountId), eq(sessions.id, sessionId), eq(users.status, 'ACTIVE')))
    .for('update', { of: sessions });
  const session = row?.session;
  if (!row || !session || session.revokedAt || session.expiresAt.getTime() < Date.now()) return 'gone' as const;
  // Whoever works in another's place has only the way back (staff/impersonation.ts).
  if (session.parkedAt) return 'gone' as const;
  const where = and(eq(sessions.accountId, accountId), eq(sessions.id, sessionId));
  const given = digest(secret);
  const isCurrent = given === session.tokenHash;
  const isInGrace = given === session.previousHash && Date.now() - session.rotatedAt.getTime() < GRACE_MS;
  if (!isCurrent && !isInGrace) {
    // A secret that was made up says nothing about who has the true one.
    if (!wasIssued(key, sessionId, secret)) return 'gone' as const;
    // A token used long ago comes back: somebody else has it. The whole family ends.
    await endImpersonations(tx, where!, 'revoked', ip);
    await tx.update(sessions).set({ revokedAt: new Date() }).where(where);
    const whose = { accountId: session.actorAccountId ?? accountId, userId: session.actorUserId ?? session.userId };
    await mailSecurityNotice(tx, services, whose, 'tokenReused');
    const trace = { accountId, userId: session.userId, ip };
    await writeAudit(tx, trace, 'refresh_token_reused', { subject: row.email });
    return 'reused' as const;
  }
  const next = successorOf(key, sessionId, secret);
  const now = new Date();
  const actorId = session.actorUserId;
  const expiresAt = actorId ? session.expiresAt : prolonged(session.createdAt, now);
  if (isCurrent) {
    const change = { tokenHash: digest(next), previousHash: session.tokenHash, rotatedAt: now, expiresAt };
    await tx.update(sessions).set(change).where(where);
  }
  const person = { accountId, userId: session.userId, role: row.role as Role };
  return { person, opened: { sessionId, secret: next, expiresAt, actorId } };
}

/**
 * Answers the next pair of tokens. @throws ApiError `session_expired` for a token that does not hold; one that was used
 * long ago ends its session.
 */
export async function refreshSession(services: Services, refreshToken: string, ip: string): Promise<TokenPair> {
  const read = readRefreshToken(refreshToken);
  if (!read) throw new ApiError('session_expired');
  const { sessionId } = read;
  const rotated = await withPlatform(services.db, (tx) => rotate(services, tx, read, ip));
  if (rotated === 'reused') services.wake();
  if (rotated === 'gone' || rotated === 'reused') throw new ApiError('session_expired');
  const { person, opened } = rotated;
  // A staff user who may not be inside any more is out here, too.
  const isOut = opened.actorId && !(await findMembership(services.db, { ...person, sessionId }));
  if (isOut) throw new ApiError('session_expired');
  return pairOf(services.key, person, opened);
}

/** Logging out of another's account is logging out altogether: the staff user's own session ends with it. */
async function endBoth(tx: Tx, session: typeof sessions.$inferSelect, ip: string): Promise<void> {
  const { actorAccountId, actorSessionId, actorUserId } = session;
  if (!actorAccountId || !actorSessionId) return;
  await endImpersonations(tx, eq(sessions.actorSessionId, actorSessionId), 'signed_out', ip);
  await tx
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(eq(sessions.accountId, actorAccountId), eq(sessions.id, actorSessionId)));
  await writeAudit(tx, { accountId: actorAccountId, userId: actorUserId, ip }, 'sign_out');
}

/** Ends the session of a refresh token; says nothing of tokens that hold no more, or for the way back alone. */
export async function endSession(db: Db, refreshToken: string, ip: string): Promise<void> {
  const read = readRefreshToken(refreshToken);
  if (!read) return;
  const { accountId, sessionId, secret } = read;
  await withPlatform(db, async (tx) => {
    const where = and(eq(sessions.accountId, accountId), eq(sessions.id, sessionId));
    const [session] = await tx.select().from(sessions).where(where);
    if (!session || session.revokedAt || ![session.tokenHash, session.previousHash].includes(digest(secret))) return;
    if (session.parkedAt) return;
    if (session.actorSessionId) return endBoth(tx, session, ip);
    await tx.update(sessions).set({ revokedAt: new Date() }).where(where);
    await writeAudit(tx, { accountId, userId: session.userId, ip }, 'sign_out');
  });
}

/** Ends every session of a user, and what staff have open in their place or they themselves in a customer's. */
export async function endSessions(tx: Tx, accountId: string, userId: string): Promise<void> {
  const inTheirPlace = and(eq(sessions.accountId, accountId), eq(sessions.userId, userId));
  await endImpersonations(tx, or(inTheirPlace, eq(sessions.actorUserId, userId))!, 'revoked', null);
  await tx
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(eq(sessions.accountId, accountId), eq(sessions.userId, userId), isNull(sessions.revokedAt)));
}

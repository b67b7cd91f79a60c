import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { IMPERSONATION_MINUTES } from '../../shared/constants.ts';
import type { Role } from '../../shared/roles.ts';
import type { ProofKind } from '../../shared/second-factor.ts';
import type { TokenPair } from '../../shared/session.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { codeOf, FOREIGN_KEY_VIOLATION } from '../db/failures.ts';
import { findMembership } from '../db/platform.ts';
import { sessions, signInSecrets, users } from '../db/schema/identity.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { ApiError } from '../runtime/api-error.ts';
import { digest, parseToken, type SecretKey, signAccessToken } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';
import { endImpersonations } from './impersonations.ts';
import { mailSecurityNotice, type Origin, rememberDevice } from './known-devices.ts';
import { newRefreshSecret, successorOf, wasIssued } from './refresh-secrets.ts';
import { isSession, type UserKey } from './row-conditions.ts';

const SESSION_IDLE_MS = 30 * 24 * 60 * 60 * 1000;
/** Even if it is in use (OWASP ASVS 3.3). */
const SESSION_MAX_MS = 90 * 24 * 60 * 60_000;
/** Two tabs may refresh with the same token. */
const GRACE_MS = 30_000;
const USER_AGENT_MAX = 300;

/** Only the secret's digest is stored. */
const tokenOf = (accountId: string, sessionId: string, secret: string) => `${accountId}.${sessionId}.${secret}`;

interface NamedSecret {
  accountId: string;
  sessionId: string;
  secret: string;
}

export function readRefreshToken(token: string): NamedSecret | null {
  const parts = parseToken(token);
  return parts && { accountId: parts.accountId, sessionId: parts.id, secret: parts.secret };
}

export interface SessionOwner extends UserKey {
  role: Role;
}

/** Staff, whose own session is suspended meanwhile. */
interface Actor extends UserKey {
  sessionId: string;
}

interface OpenedSession {
  sessionId: string;
  secret: string;
  expiresAt: Date;
  actorId?: string | null;
}

async function pairOf(
  key: SecretKey,
  { accountId, userId, role }: SessionOwner,
  { sessionId, secret, expiresAt, actorId }: OpenedSession,
): Promise<TokenPair> {
  const actor = actorId ? { actor: actorId } : {};
  const payload = { sub: userId, accountId, role, sid: sessionId, ...actor };
  return {
    accessToken: await signAccessToken(key, payload, expiresAt),
    refreshToken: tokenOf(accountId, sessionId, secret),
  };
}

export interface SignInOrigin extends Origin {
  /** `password`, `code`, `invitation`, `passkey`, or the provider's id. */
  method: string;
  /** The second factor, if there is one. */
  factor?: ProofKind;
}

/** The foreign key fails if the user was removed after proving their identity. */
function rethrowRemoved(error: unknown): never {
  throw codeOf(error) === FOREIGN_KEY_VIOLATION ? new ApiError('session_expired') : error;
}

/** Asks for no second factor: `admit` does. Records the sign-in. Throws `ApiError` `session_expired` if the user was removed meanwhile. */
export async function openSession(services: Services, person: SessionOwner, origin: SignInOrigin): Promise<TokenPair> {
  const { method, factor, ip, userAgent = null } = origin;
  const { accountId, userId } = person;
  const sessionId = uuidv7();
  const secret = newRefreshSecret(services.key, sessionId);
  const expiresAt = new Date(Date.now() + SESSION_IDLE_MS);
  await withPlatform(services.db, async (tx) => {
    const signIn = { userAgent: userAgent?.slice(0, USER_AGENT_MAX), ip };
    await tx
      .insert(sessions)
      .values({ accountId, id: sessionId, userId, tokenHash: digest(secret), expiresAt, ...signIn });
    await writeAudit(tx, { accountId, userId, ip }, 'sign_in', { detail: { way: method, ...(factor && { factor }) } });
    await rememberDevice(tx, services, person, origin);
  }).catch(rethrowRemoved);
  return pairOf(services.key, person, { sessionId, secret, expiresAt });
}

/** Expires after a fixed time, whatever is refreshed. Suspend the actor's own session in the same transaction. */
export async function openImpersonatedSession(
  tx: Tx,
  key: SecretKey,
  person: SessionOwner,
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

/** From now, but not beyond the session's absolute end. */
const extendedExpiry = (signedInAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + SESSION_IDLE_MS, signedInAt.getTime() + SESSION_MAX_MS));

/** Locks the row: the second of two concurrent refreshes sees the result of the first. */
async function rotate(services: Services, tx: Tx, { accountId, sessionId, secret }: NamedSecret, ip: string) {
  const { key } = services;
  const [row] = await tx
    .select({ session: sessions, role: users.role, email: users.email })
    .from(sessions)
    .innerJoin(users, and(eq(users.accountId, sessions.accountId), eq(users.id, sessions.userId)))
    .where(and(isSession({ accountId, sessionId }), eq(users.status, 'ACTIVE')))
    .for('update', { of: sessions });
  const session = row?.session;
  if (!row || !session || session.revokedAt || session.expiresAt.getTime() < Date.now()) return 'gone' as const;
  // A suspended session can only end the impersonation (staff/impersonation).
  if (session.parkedAt) return 'gone' as const;
  const where = isSession({ accountId, sessionId });
  const submittedHash = digest(secret);
  const isCurrent = submittedHash === session.tokenHash;
  const sinceRotation = Math.abs(Date.now() - session.rotatedAt.getTime());
  const isInGrace = submittedHash === session.previousHash && sinceRotation < GRACE_MS;
  if (!isCurrent && !isInGrace) {
    // An invented secret does not mean that a token was stolen.
    if (!wasIssued(key, sessionId, secret)) return 'gone' as const;
    // An old token is used again, so somebody has stolen it. End the session and its impersonations.
    await endImpersonations(tx, where!, 'revoked', ip);
    await tx.update(sessions).set({ revokedAt: new Date() }).where(where);
    const signedIn = { accountId: session.actorAccountId ?? accountId, userId: session.actorUserId ?? session.userId };
    await mailSecurityNotice(tx, services, signedIn, 'tokenReused');
    const auditContext = { accountId, userId: session.userId, ip };
    await writeAudit(tx, auditContext, 'refresh_token_reused', { subject: row.email });
    return 'reused' as const;
  }
  const next = successorOf(key, sessionId, secret);
  const now = new Date();
  const actorId = session.actorUserId;
  const expiresAt = actorId ? session.expiresAt : extendedExpiry(session.createdAt, now);
  if (isCurrent) {
    const change = { tokenHash: digest(next), previousHash: session.tokenHash, rotatedAt: now, expiresAt };
    await tx.update(sessions).set(change).where(where);
  }
  const person = { accountId, userId: session.userId, role: row.role };
  return { person, opened: { sessionId, secret: next, expiresAt, actorId } };
}

/** Throws `ApiError` `session_expired` for an invalid token; reusing an old one also ends its session. */
export async function refreshSession(services: Services, refreshToken: string, ip: string): Promise<TokenPair> {
  const read = readRefreshToken(refreshToken);
  if (!read) throw new ApiError('session_expired');
  const { sessionId } = read;
  const rotated = await withPlatform(services.db, (tx) => rotate(services, tx, read, ip));
  if (rotated === 'gone' || rotated === 'reused') throw new ApiError('session_expired');
  const { person, opened } = rotated;
  // Also rejects staff who may no longer impersonate.
  const isOut = opened.actorId && !(await findMembership(services.db, { ...person, sessionId }));
  if (isOut) throw new ApiError('session_expired');
  return pairOf(services.key, person, opened);
}

/** Also ends the staff user's own session. */
async function endImpersonated(tx: Tx, session: typeof sessions.$inferSelect, ip: string): Promise<void> {
  const { actorAccountId, actorSessionId, actorUserId } = session;
  if (!actorAccountId || !actorSessionId) return;
  await endImpersonations(tx, eq(sessions.actorSessionId, actorSessionId), 'signed_out', ip);
  await tx
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(isSession({ accountId: actorAccountId, sessionId: actorSessionId }));
  await writeAudit(tx, { accountId: actorAccountId, userId: actorUserId, ip }, 'sign_out');
}

/** Ignores invalid tokens and suspended sessions. */
export async function endSession(db: Db, refreshToken: string, ip: string): Promise<void> {
  const read = readRefreshToken(refreshToken);
  if (!read) return;
  const { accountId, sessionId, secret } = read;
  await withPlatform(db, async (tx) => {
    const where = isSession({ accountId, sessionId });
    const [session] = await tx.select().from(sessions).where(where);
    if (!session || session.revokedAt || ![session.tokenHash, session.previousHash].includes(digest(secret))) return;
    if (session.parkedAt) return;
    if (session.actorSessionId) return endImpersonated(tx, session, ip);
    await tx.update(sessions).set({ revokedAt: new Date() }).where(where);
    await writeAudit(tx, { accountId, userId: session.userId, ip }, 'sign_out');
  });
}

/**
 * Including impersonations of the user or by them, and sign-ins that wait for the second factor. `except` is the session
 * in which the user asks for it.
 */
export async function endSessions(
  tx: Tx,
  accountId: string,
  userId: string,
  except?: { sessionId: string; ip?: string | null },
): Promise<void> {
  const ofUser = and(
    eq(sessions.accountId, accountId),
    eq(sessions.userId, userId),
    except && ne(sessions.id, except.sessionId),
  );
  await endImpersonations(tx, or(ofUser, eq(sessions.actorUserId, userId))!, 'revoked', except?.ip ?? null);
  await tx
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(ofUser, isNull(sessions.revokedAt)));
  await tx
    .delete(signInSecrets)
    .where(and(eq(signInSecrets.purpose, 'ticket'), sql`${signInSecrets.payload} ->> 'userId' = ${userId}`));
}

import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Role, TokenPair } from '../../shared/session.ts';
import { sessions, users } from '../db/tables.ts';
import { type Db, type Tx, withPlatform } from '../db/tenant.ts';
import { Refusal } from '../refusal.ts';
import { digest, newSecret, signAccessToken } from '../secrets.ts';
import type { Services } from '../services.ts';

const LIFE_MS = 30 * 24 * 60 * 60 * 1000;
/** Two tabs may refresh with the same token: the one before the last holds for so long. */
const GRACE_MS = 30_000;

/** A refresh token names its row and carries a secret of which only the digest is kept. */
const tokenOf = (accountId: string, sessionId: string, secret: string) => `${accountId}.${sessionId}.${secret}`;
const TOKEN = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/;

interface Person {
  accountId: string;
  userId: string;
  role: Role;
}

const pairOf = async (services: Services, person: Person, sessionId: string, secret: string): Promise<TokenPair> => ({
  accessToken: await signAccessToken(services.key, {
    sub: person.userId,
    accountId: person.accountId,
    role: person.role,
    sid: sessionId,
  }),
  refreshToken: tokenOf(person.accountId, sessionId, secret),
});

/** Opens a session for someone who has proven who he is. */
export async function openSession(services: Services, person: Person): Promise<TokenPair> {
  const sessionId = uuidv7();
  const secret = newSecret();
  await withPlatform(services.db, (tx) =>
    tx.insert(sessions).values({
      accountId: person.accountId,
      id: sessionId,
      userId: person.userId,
      tokenHash: digest(secret),
      expiresAt: new Date(Date.now() + LIFE_MS),
    }),
  );
  return pairOf(services, person, sessionId, secret);
}

/** The session's row is locked: of two refreshes at once the second sees what the first made. */
async function rotate(tx: Tx, accountId: string, sessionId: string, secret: string) {
  const [row] = await tx
    .select({ session: sessions, role: users.role })
    .from(sessions)
    .innerJoin(users, and(eq(users.accountId, sessions.accountId), eq(users.id, sessions.userId)))
    .where(and(eq(sessions.accountId, accountId), eq(sessions.id, sessionId), eq(users.status, 'ACTIVE')))
    .for('update', { of: sessions });
  const session = row?.session;
  if (!row || !session || session.revokedAt || session.expiresAt.getTime() < Date.now()) return 'gone' as const;
  const where = and(eq(sessions.accountId, accountId), eq(sessions.id, sessionId));
  const given = digest(secret);
  const isCurrent = given === session.tokenHash;
  const isInGrace = given === session.previousHash && Date.now() - session.rotatedAt.getTime() < GRACE_MS;
  if (!isCurrent && !isInGrace) {
    // A token used long ago comes back: somebody else has it. The whole family ends.
    await tx.update(sessions).set({ revokedAt: new Date() }).where(where);
    return 'reused' as const;
  }
  const next = newSecret();
  const now = new Date();
  // Within the grace the older token stays the older one, so that a third tab finds it too.
  const change = isCurrent
    ? { tokenHash: digest(next), previousHash: session.tokenHash, rotatedAt: now }
    : { tokenHash: digest(next) };
  await tx
    .update(sessions)
    .set({ ...change, expiresAt: new Date(now.getTime() + LIFE_MS) })
    .where(where);
  return { person: { accountId, userId: session.userId, role: row.role as Role }, secret: next };
}

/**
 * Answers the next pair of tokens. @throws Refusal `session_expired` for a token that does not hold; one that was used
 * long ago ends its session.
 */
export async function refreshSession(services: Services, refreshToken: string): Promise<TokenPair> {
  const [, accountId, sessionId, secret] = TOKEN.exec(refreshToken) ?? [];
  if (!accountId || !sessionId || !secret) throw new Refusal('session_expired');
  const rotated = await withPlatform(services.db, (tx) => rotate(tx, accountId, sessionId, secret));
  if (rotated === 'gone' || rotated === 'reused') throw new Refusal('session_expired');
  return pairOf(services, rotated.person, sessionId, rotated.secret);
}

/** Ends the session of a refresh token; says nothing of tokens that hold no more. */
export async function endSession(db: Db, refreshToken: string): Promise<void> {
  const [, accountId, sessionId, secret] = TOKEN.exec(refreshToken) ?? [];
  if (!accountId || !sessionId || !secret) return;
  await withPlatform(db, async (tx) => {
    const where = and(eq(sessions.accountId, accountId), eq(sessions.id, sessionId));
    const [session] = await tx.select().from(sessions).where(where);
    if (session && [session.tokenHash, session.previousHash].includes(digest(secret))) {
      await tx.update(sessions).set({ revokedAt: new Date() }).where(where);
    }
  });
}

/** Ends every session of a user. */
export async function endSessions(tx: Tx, accountId: string, userId: string): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(eq(sessions.accountId, accountId), eq(sessions.userId, userId), isNull(sessions.revokedAt)));
}

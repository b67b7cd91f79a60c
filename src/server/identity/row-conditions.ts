import { and, eq, type SQL } from 'drizzle-orm';
import { sessions, users } from '../db/schema/identity.ts';
import type { Tx } from '../db/tenant.ts';

export interface UserKey {
  accountId: string;
  userId: string;
}

export const isUser = ({ accountId, userId }: UserKey): SQL =>
  and(eq(users.accountId, accountId), eq(users.id, userId))!;

/** For what must happen once for concurrent calls of the user, such as the first recovery codes. */
export const lockUser = (tx: Tx, user: UserKey) =>
  tx.select({ id: users.id }).from(users).where(isUser(user)).for('no key update');

export const isSession = ({ accountId, sessionId }: { accountId: string; sessionId: string }): SQL =>
  and(eq(sessions.accountId, accountId), eq(sessions.id, sessionId))!;

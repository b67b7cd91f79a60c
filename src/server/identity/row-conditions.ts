import { and, eq, type SQL } from 'drizzle-orm';
import { sessions, users } from '../db/schema/identity.ts';

export interface UserKey {
  accountId: string;
  userId: string;
}

export const isUser = ({ accountId, userId }: UserKey): SQL =>
  and(eq(users.accountId, accountId), eq(users.id, userId))!;

export const isSession = ({ accountId, sessionId }: { accountId: string; sessionId: string }): SQL =>
  and(eq(sessions.accountId, accountId), eq(sessions.id, sessionId))!;

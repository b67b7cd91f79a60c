import { randomUUID } from 'node:crypto';
import { withPlatform } from '../../src/server/db/tenant.ts';
import { createAccount } from '../../src/server/identity/accounts.ts';
import { openSession } from '../../src/server/identity/sessions.ts';
import type { Role } from '../../src/shared/roles.ts';
import type { TokenPair } from '../../src/shared/session.ts';
import type { Answer, SharedServer } from './server.ts';

/** A staff user in a hidden account, with a session that can be refreshed. */
export interface Staff {
  accountId: string;
  userId: string;
  tokens: TokenPair;
  get<T = any>(path: string): Promise<Answer<T>>;
  post<T = any>(path: string, body?: object, headers?: Record<string, string>): Promise<Answer<T>>;
  put<T = any>(path: string, body: object): Promise<Answer<T>>;
  /** Signs the same person in on another browser. */
  signInAgain(): Promise<Staff>;
}

/** Creates a staff user, each in a separate hidden account. */
export async function createStaff(
  server: SharedServer,
  { name = 'Léo da Prosa', role = 'WM_ADMIN' }: { name?: string; role?: Role } = {},
): Promise<Staff> {
  const { db } = server.services;
  const email = `equipe-${randomUUID()}@prosa.com.br`;
  const { accountId, userId } = await withPlatform(db, (tx) =>
    createAccount(tx, { name, email, role, passwordHash: null, isStaff: true, planId: 'business' }),
  );
  async function signIn(): Promise<Staff> {
    const person = { accountId, userId, role };
    const tokens = await openSession(server.services, person, { method: 'password', ip: '127.0.0.1' });
    const headers = { authorization: `Bearer ${tokens.accessToken}` };
    const send =
      (method: 'GET' | 'POST' | 'PUT') =>
      (path: string, payload?: object, more: Record<string, string> = {}) =>
        server.call({ method, url: `/api${path}`, headers: { ...headers, ...more }, ...(payload ? { payload } : {}) });
    return {
      accountId,
      userId,
      tokens,
      signInAgain: signIn,
      get: send('GET'),
      post: send('POST'),
      put: send('PUT'),
    };
  }
  return signIn();
}

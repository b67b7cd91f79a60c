import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/until.ts';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}
/** Calls the API as a user, each time with a new idempotency key. Throws when the response is an error. */
export type ApiCall = <T = any>(method: string, path: string, body?: unknown) => Promise<T>;

const PASSWORD = 'Moldura-ipê#4715';

/** Returns a function that calls the API with a token or without one. */
export function apiCaller(url: string, token?: string): ApiCall {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        'idempotency-key': randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  };
}

export const signInAs = (url: string, email: string, password: string): Promise<Tokens> =>
  apiCaller(url)('POST', '/auth/login', { email, password });

/** The email of the newly registered user. */
const NEWCOMER = 'retrato@empresa.com.br';
export const signInNewcomer = (url: string) => signInAs(url, NEWCOMER, PASSWORD);

/** Registers an account through the API, with the code from the outbox. */
export async function signUp(url: string, dataDir: string): Promise<Tokens> {
  const email = NEWCOMER;
  const website = 'https://www.empresa.com.br';
  const call = apiCaller(url);
  await call('POST', '/auth/register', { name: 'Clara Menezes', email, website, password: PASSWORD });
  const outbox = join(dataDir, 'outbox');
  const code = await until(async () => {
    const mails = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : [];
    const texts = mails.sort().map((file) => readFileSync(join(outbox, file), 'utf8'));
    return /Subject: .*?(\d{6})/.exec(texts.findLast((text) => text.includes(email)) ?? '')?.[1];
  });
  const tokens = await call<Tokens>('POST', '/auth/verify', { email, code });
  // The tutorial has its own pictures; here it would cover every other screen.
  const asNewcomer = apiCaller(url, tokens.accessToken);
  await asNewcomer('POST', '/users/tutorial');
  await asNewcomer('POST', '/users/website-crawled');
  return tokens;
}

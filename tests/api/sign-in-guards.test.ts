import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import { PASSWORD, startServer, type TestServer, until } from '../support/server.ts';

let server: TestServer;
/** A second app on the same database, like another process. It shares only the stored counters with the first. */
let other: FastifyInstance;
beforeAll(async () => {
  // All requests come through one trusted proxy, so that each test can use its own address.
  server = await startServer({ env: { TRUST_PROXY: '127.0.0.1' } });
  other = await createApp({ services: { ...server.services } });
  await other.ready();
});
afterAll(async () => {
  await other.close();
  await server.close();
});

let ip = '';
let visitors = 0;
const nextAddress = () => {
  visitors += 1;
  ip = `203.0.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`;
};
beforeEach(nextAddress);

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  server.call({ method: 'POST', url: `/api${path}`, payload, headers: { 'x-forwarded-for': ip, ...headers } });
const login = (email: string, password: string) => post('/auth/login', { email, password });
/** Signs in with a wrong password, several times at once. */
const failLogins = (email: string, times: number, headers: Record<string, string> = {}) =>
  Promise.all(Array.from({ length: times }, () => post('/auth/login', { email, password: 'Errada#123' }, headers)));
const get = (path: string, headers: Record<string, string>) =>
  server.call({ method: 'GET', url: `/api${path}`, headers });
const nobody = () => `ninguem-${randomUUID().slice(0, 8)}@nada.com.br`;
const rows = async (query: string, values: unknown[] = []) => (await server.services.db.pool.query(query, values)).rows;
const person = (email: string, password = PASSWORD) => ({
  name: 'Bruna Castilho',
  email,
  password,
  website: 'www.padaria-da-bruna.com.br',
});
/**
 * Moves all counters into the past by the given minutes. Two steps, because a moved row could collide with another
 * bucket.
 */
const letPass = async (minutes: number) => {
  await rows(
    `update sign_in_failures set expires_at = expires_at - make_interval(mins => $1::int),
       bucket = case when bucket ~ '^\\d+$' then 'moved ' || (bucket::bigint - $1::int) else bucket end`,
    [minutes],
  );
  await rows(`update sign_in_failures set bucket = replace(bucket, 'moved ', '')`);
};
const codeIn = async (email: string, at = -1) => {
  const mail = await until(async () => (await server.mailsTo(email)).at(at));
  return /\b\d{6}\b/.exec(mail.subject ?? '')?.[0] ?? '';
};
/** Deletes the counters that expire within the given minutes, but not those of an hour. */
const endShorterThan = (minutes: number) =>
  rows(`delete from sign_in_failures where expires_at < now() + make_interval(mins => $1::int, secs => 5)`, [minutes]);
/** Waits until all emails are sent. Each is a job until then. */
const noMailsQueued = () => until(async () => (await rows(`select 1 from jobs where kind = 'mail'`)).length === 0);
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

describe('wrong passwords', () => {
  it('block a user from one address after ten in fifteen minutes, also for the right password', async () => {
    const { email, accountId } = await server.signUp();
    for (const { body } of await failLogins(email, 10)) expect(body.code).toBe('wrong_credentials');
    const refused = await login(email, PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(16 * 60);
    const failed = await rows(
      `select subject, ip from audit_entries where account_id = $1 and action = 'sign_in_failed'`,
      [accountId],
    );
    expect(failed).toHaveLength(10);
    expect(failed[0].subject).toBe(email);
    const there = ip;
    nextAddress();
    expect((await login(email, PASSWORD)).status).toBe(200);
    ip = there;
    await letPass(13);
    expect((await login(email, PASSWORD)).status).toBe(429);
    await letPass(3);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('from strangers do not block a known device or address', async () => {
    const home = ip;
    const { email } = await server.signUp();
    const cookieOf = (answer: Awaited<ReturnType<typeof login>>) =>
      String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const signedIn = await login(email, PASSWORD);
    const cookie = cookieOf(signedIn);
    expect(String(signedIn.headers['set-cookie'])).toMatch(
      /^prosa_device=[\w-]{43}; Max-Age=31536000; Path=\/api; HttpOnly; SameSite=Lax$/,
    );
    nextAddress();
    const cafe = ip;
    for (const { status } of await failLogins(email, 10)) expect(status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(429);
    const fromDevice = () => post('/auth/login', { email, password: PASSWORD }, { cookie });
    expect((await fromDevice()).status).toBe(200);
    // A device has its own attempts, but not more of them.
    for (const { status } of await failLogins(email, 10, { cookie })) expect(status).toBe(401);
    expect((await fromDevice()).status).toBe(429);
    const made = { cookie: `prosa_device=${randomBytes(32).toString('base64url')}` };
    expect((await post('/auth/login', { email, password: PASSWORD }, made)).status).toBe(429);
    for (let n = 0; n < 10; n++) {
      nextAddress();
      await failLogins(email, 10);
    }
    nextAddress();
    expect((await login(email, PASSWORD)).status).toBe(429);
    ip = home;
    expect((await login(email, PASSWORD)).status).toBe(200);
    expect(cafe).not.toBe(home);
  });

  it('do not extend a block while it lasts', async () => {
    const { email } = await server.signUp();
    await failLogins(email, 10);
    await letPass(10);
    for (const { status } of await failLogins(email, 12)) expect(status).toBe(429);
    await letPass(6);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('are limited to ten for concurrent requests through two processes', async () => {
    const { email } = await server.signUp();
    const attempts = await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        const request = { method: 'POST', url: '/api/auth/login', payload: { email, password: 'Errada#123' } } as const;
        return (n % 2 ? other : server.app).inject({ ...request, headers: { 'x-forwarded-for': ip } });
      }),
    );
    const codes = attempts.map((answer) => answer.json().code as string);
    expect(codes.filter((code) => code === 'wrong_credentials')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too_many_tries')).toHaveLength(14);
  });

  it('are reset by a successful sign-in and by a new password', async () => {
    const { email } = await server.signUp();
    await failLogins(email, 9);
    expect((await login(email, PASSWORD)).status).toBe(200);
    for (const { status } of await failLogins(email, 10)) expect(status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(429);
    await post('/auth/forgot-password', { email });
    const mail = await until(async () => (await server.mailsTo(email)).find(({ text }) => text?.includes('#token=')));
    const token = /#token=(\S+)/.exec(mail.text ?? '')?.[1];
    expect((await post('/auth/reset-password', { token, password: 'Nova#Chave10' })).status).toBe(204);
    expect((await login(email, 'Nova#Chave10')).status).toBe(200);
  });

  it('are limited to fifty per hour and address for all users, and successful sign-ins do not reset this', async () => {
    const { email } = await server.signUp();
    for (let n = 0; n < 2; n++) {
      const attempts = Array.from({ length: 25 }, () => login(nobody(), 'Errada#123'));
      for (const { body } of await Promise.all(attempts)) expect(body.code).toBe('wrong_credentials');
      if (n === 0) expect((await login(email, PASSWORD)).status).toBe(200);
    }
    const refused = await login(email, PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(55 * 60);
    nextAddress();
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('are counted in the same way for unknown users', async () => {
    const { email } = await server.signUp();
    const stranger = nobody();
    for (let n = 0; n < 12; n++) {
      const [known, unknown] = await Promise.all([login(email, 'Errada#123'), login(stranger, 'Errada#123')]);
      expect(unknown.status).toBe(known.status);
      expect({ ...unknown.body, requestId: '' }).toEqual({ ...known.body, requestId: '' });
    }
  });

  it('take at least the same minimum time for unknown users', async () => {
    const { email } = await server.signUp();
    const time = async (who: string) => {
      const begin = performance.now();
      await login(who, 'Errada#123');
      return performance.now() - begin;
    };
    for (let n = 0; n < 5; n++) {
      expect(await time(email)).toBeGreaterThan(95);
      expect(await time(nobody())).toBeGreaterThan(95);
    }
  });
});

describe('wrong codes of a second factor', () => {
  it('block a user for a day after thirty from unknown devices, but not a known one', async () => {
    const caller = await server.signUp();
    const home = await login(caller.email, PASSWORD);
    const cookie = String(home.headers['set-cookie']).split(';')[0] ?? '';
    const passkey = makeAuthenticator().create((await caller.post('/users/me/passkeys/start')).body);
    const { recoveryCodes } = (await caller.post('/users/me/passkeys', { name: 'Notebook', passkey })).body;
    const prove = async (code: string, headers: Record<string, string> = {}) => {
      const { ticket } = (await login(caller.email, PASSWORD)).body.secondFactor;
      return post('/auth/factor', { ticket, proof: { code } }, headers);
    };
    for (let tries = 0; tries < 30; tries++) {
      if (tries % 10 === 0) nextAddress();
      expect((await prove('000000')).body.code).toBe('code_invalid');
    }
    const notices = async () =>
      (await server.mailsTo(caller.email)).filter(({ subject }) => subject?.includes('códigos errados'));
    await until(async () => (await notices()).length > 0);
    await noMailsQueued();
    expect(await notices()).toHaveLength(1);
    nextAddress();
    const refused = await prove(recoveryCodes[0]);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(22 * 60 * 60);
    expect((await prove(recoveryCodes[0], { cookie })).status).toBe(200);
  });
});

describe('several sign-ups with one address', () => {
  const OWNERS = 'Dela#Mesma77';
  const INTRUDERS_PASSWORD = 'Deumestranho#5';
  const register = (email: string, password: string) => post('/auth/register', person(email, password));
  const verify = (email: string, code: string, password?: string) => post('/auth/verify', { email, code, password });
  /** Waits for this many emails and returns their codes, oldest first. */
  const codesOf = async (email: string, count: number) => {
    const mails = await until(async () => {
      const all = await server.mailsTo(email);
      return all.length >= count && all;
    });
    return mails.map(({ subject }) => /\b\d{6}\b/.exec(subject ?? '')?.[0] ?? '');
  };
  const ORDERS = [
    ['the stranger first', [INTRUDERS_PASSWORD, OWNERS]],
    ['the stranger last', [OWNERS, INTRUDERS_PASSWORD]],
    ['the stranger before and after', [INTRUDERS_PASSWORD, OWNERS, 'Outrodele#99']],
  ] as const;

  it.each(ORDERS)('%s: no code activates the password of a stranger', async (_, passwords) => {
    for (let chosen = 0; chosen < passwords.length; chosen++) {
      const email = nobody();
      for (const [n, password] of passwords.entries()) {
        await register(email, password);
        await codesOf(email, n + 1);
        await letPass(2);
      }
      expect((await verify(email, (await codesOf(email, passwords.length))[chosen]!)).status).toBe(200);
      for (const password of passwords.filter((one) => one !== OWNERS)) {
        expect((await login(email, password)).status, `code ${chosen}`).toBe(401);
      }
    }
  });

  it.each(ORDERS)('%s: the password sent with the code is used', async (_, passwords) => {
    for (let chosen = 0; chosen < passwords.length; chosen++) {
      const email = nobody();
      for (const [n, password] of passwords.entries()) {
        await register(email, password);
        await codesOf(email, n + 1);
        await letPass(2);
      }
      const code = (await codesOf(email, passwords.length))[chosen]!;
      expect((await verify(email, code, OWNERS)).status).toBe(200);
      for (const password of passwords) {
        expect((await login(email, password)).status).toBe(password === OWNERS ? 200 : 401);
      }
    }
  });

  it('a code triggered by a stranger signs the mailbox owner in with their own password', async () => {
    const email = nobody();
    await register(email, INTRUDERS_PASSWORD);
    await register(email, OWNERS);
    expect((await verify(email, await codeIn(email), OWNERS)).status).toBe(200);
    expect((await login(email, INTRUDERS_PASSWORD)).status).toBe(401);
    expect((await login(email, OWNERS)).status).toBe(200);
  });

  it('after many, the mailbox still has or gets a valid code', async () => {
    const email = nobody();
    for (let n = 0; n < 12; n++) {
      await register(email, `${INTRUDERS_PASSWORD}${n}`);
      await rows(`update sign_in_failures set expires_at = expires_at - interval '2 minutes' where bucket = 'asked'`);
    }
    await noMailsQueued();
    expect(await server.mailsTo(email)).toHaveLength(5);
    await register(email, OWNERS);
    expect((await verify(email, await codeIn(email), OWNERS)).status).toBe(200);
    expect((await login(email, OWNERS)).status).toBe(200);
    const other = nobody();
    for (let n = 0; n < 12; n++) {
      await register(other, `${INTRUDERS_PASSWORD}${n}`);
      await rows(`update sign_in_failures set expires_at = expires_at - interval '2 minutes' where bucket = 'asked'`);
    }
    // No code was used in time. Another one is sent, although strangers used up the limit of the hour.
    await endShorterThan(10);
    await register(other, OWNERS);
    await noMailsQueued();
    expect(await server.mailsTo(other)).toHaveLength(6);
    expect((await verify(other, await codeIn(other), OWNERS)).status).toBe(200);
  });

  it("wrong codes from another address do not use up the owner's attempts", async () => {
    const email = nobody();
    await register(email, OWNERS);
    const code = await codeIn(email);
    for (let n = 0; n < 8; n++) await verify(email, wrongFor(code));
    expect((await verify(email, code)).body.code).toBe('code_expired');
    nextAddress();
    expect((await verify(email, code)).status).toBe(200);
  });
});

describe('codes', () => {
  it('allow five attempts, whether the user exists or not', async () => {
    const [email, stranger] = [nobody(), nobody()];
    await post('/auth/register', person(email));
    await post('/auth/verify/resend', { email: stranger });
    const code = await codeIn(email);
    for (let n = 0; n < 5; n++) {
      expect((await post('/auth/verify', { email, code: wrongFor(code) })).body.code).toBe('code_invalid');
      expect((await post('/auth/verify', { email: stranger, code: wrongFor(code) })).body.code).toBe('code_invalid');
    }
    expect((await post('/auth/verify', { email, code })).body.code).toBe('code_expired');
    expect((await post('/auth/verify', { email: stranger, code })).body.code).toBe('code_expired');
  });

  it('expire with the next code and after ten minutes', async () => {
    const email = nobody();
    await post('/auth/register', person(email));
    const old = await codeIn(email);
    await letPass(2);
    expect((await post('/auth/verify/resend', { email })).body).toEqual({ retryAfter: 60 });
    await until(async () => (await server.mailsTo(email)).length > 1);
    const fresh = await codeIn(email);
    if (old !== fresh) expect((await post('/auth/verify', { email, code: old })).body.code).toBe('code_invalid');
    await letPass(11);
    expect((await post('/auth/verify', { email, code: fresh })).body.code).toBe('code_expired');
  });

  it('are sent at most five times an hour, without revealing it in the response', async () => {
    const [email, stranger] = [nobody(), nobody()];
    await post('/auth/register', person(email));
    await post('/auth/verify/resend', { email: stranger });
    for (let n = 0; n < 7; n++) {
      await rows(`update sign_in_failures set expires_at = expires_at - interval '2 minutes' where bucket = 'asked'`);
      const [known, unknown] = await Promise.all([
        post('/auth/verify/resend', { email }),
        post('/auth/verify/resend', { email: stranger }),
      ]);
      expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    }
    await until(async () => (await server.mailsTo(email)).length >= 5);
    await noMailsQueued();
    expect(await server.mailsTo(email)).toHaveLength(5);
  });
});

describe('the existence of an account stays hidden', () => {
  it.each([
    ['/auth/register', (email: string) => person(email), 202],
    ['/auth/login', (email: string) => ({ email, password: 'Errada#123' }), 401],
    ['/auth/forgot-password', (email: string) => ({ email }), 202],
    ['/auth/verify/resend', (email: string) => ({ email }), 202],
    ['/auth/verify', (email: string) => ({ email, code: '123456' }), 410],
  ])('%s responds in the same way for a confirmed, a pending and an unknown address', async (path, body, status) => {
    const confirmed = (await server.signUp()).email;
    const waiting = nobody();
    await post('/auth/register', person(waiting));
    // Later, when the counters of the first requests have expired.
    await letPass(70);
    const answers = [];
    for (const email of [confirmed, waiting, nobody()]) answers.push({ email, answer: await post(path, body(email)) });
    const seen = answers.map(({ email, answer }) =>
      JSON.stringify([answer.status, { ...answer.body, requestId: '' }]).replaceAll(email, 'x'),
    );
    expect(new Set(seen).size).toBe(1);
    expect(answers[0]?.answer.status).toBe(status);
  });

  it.each([
    ['asked for a code, then signed up', ['/auth/verify/resend', '/auth/register']],
    ['signed up', ['/auth/register']],
  ])('the wait time reveals nothing to someone who has %s', async (_, calls) => {
    const confirmed = (await server.signUp()).email;
    const waiting = nobody();
    await post('/auth/register', person(waiting));
    await letPass(70);
    const waits = [];
    for (const email of [confirmed, waiting, nobody()]) {
      for (const call of calls) {
        await post(call, person(email));
        if (call === calls[0]) {
          await rows(
            `update sign_in_failures set expires_at = expires_at - interval '20 seconds' where bucket = 'asked'`,
          );
        }
      }
      waits.push((await post('/auth/verify/resend', { email })).body.retryAfter);
    }
    expect(new Set(waits)).toEqual(new Set([40]));
  });

  it('password reset links are sent at most five times an hour', async () => {
    const { email } = await server.signUp();
    for (let n = 0; n < 7; n++) expect((await post('/auth/forgot-password', { email })).status).toBe(202);
    const links = async () => (await server.mailsTo(email)).filter(({ text }) => text?.includes('#token='));
    await noMailsQueued();
    expect(await links()).toHaveLength(5);
    // When the last link has expired, the mailbox gets a new one, whoever requested the others.
    await endShorterThan(30);
    await post('/auth/forgot-password', { email });
    await noMailsQueued();
    expect(await links()).toHaveLength(6);
  });

  it('concurrent sign-ups with one address create one account', async () => {
    for (let round = 0; round < 4; round++) {
      nextAddress();
      const email = nobody();
      const sent = Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? other : server.app).inject({
          ...({ method: 'POST', url: '/api/auth/register', payload: person(email) } as const),
          headers: { 'x-forwarded-for': ip },
        }),
      );
      expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(202));
      const code = await codeIn(email);
      const confirmed = await Promise.all([1, 2, 3].map(() => post('/auth/verify', { email, code })));
      expect(confirmed.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await rows('select 1 from users where email = $1', [email])).toHaveLength(1);
    }
  });
});

describe('a password reset link', () => {
  async function ask() {
    const caller = await server.signUp({ name: 'Bruna Castilho' });
    await post('/auth/forgot-password', { email: caller.email });
    const mail = await until(async () =>
      (await server.mailsTo(caller.email)).find(({ text }) => text?.includes('#token=')),
    );
    return { caller, token: /#token=(\S+)/.exec(mail.text ?? '')?.[1] ?? '' };
  }

  it('works once, also for concurrent requests, ends every session and is recorded', async () => {
    const { caller, token } = await ask();
    const payload = { token, password: 'Nova#Chave10' };
    const both = await Promise.all([post('/auth/reset-password', payload), post('/auth/reset-password', payload)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 410]);
    expect((await caller.get('/users/me')).body.code).toBe('session_expired');
    expect((await get('/sessions/refresh', { 'refresh-token': caller.tokens.refreshToken })).status).toBe(401);
    const [entry] = await rows(
      `select user_name, ip from audit_entries where account_id = $1 and action = 'password_reset'`,
      [caller.accountId],
    );
    expect(entry).toMatchObject({ user_name: 'Bruna Castilho' });
  });

  it('stays valid after a common password, which is only reported with a valid link', async () => {
    const { token } = await ask();
    const weak = await post('/auth/reset-password', { token, password: 'Castilho#9' });
    expect(weak.body.errors).toMatchObject([{ field: 'password', code: 'password_common' }]);
    const forged = `${token.slice(0, -43)}${randomBytes(32).toString('base64url')}`;
    expect((await post('/auth/reset-password', { token: forged, password: 'Castilho#9' })).body.code).toBe(
      'link_expired',
    );
    expect((await post('/auth/reset-password', { token, password: 'Nova#Chave10' })).status).toBe(204);
  });

  it('is not used up by wrong secrets', async () => {
    const { token } = await ask();
    const forged = () => `${token.slice(0, -43)}${randomBytes(32).toString('base64url')}`;
    for (let n = 0; n < 12; n++) {
      const refused = await post('/auth/reset-password', { token: forged(), password: 'Nova#Chave10' });
      expect(refused.body.code).toBe('link_expired');
    }
    expect((await post('/auth/reset-password', { token, password: 'Nova#Chave10' })).status).toBe(204);
  });

  it('expires with the next link and after half an hour', async () => {
    const { caller, token } = await ask();
    await post('/auth/forgot-password', { email: caller.email });
    expect((await post('/auth/reset-password', { token, password: 'Nova#Chave10' })).body.code).toBe('link_expired');
    const again = await ask();
    await rows(`update mailed_secrets set expires_at = now() - interval '1 second' where account_id = $1`, [
      again.caller.accountId,
    ]);
    const late = await post('/auth/reset-password', { token: again.token, password: 'Nova#Chave10' });
    expect(late.body.code).toBe('link_expired');
  });
});

describe('a new password', () => {
  it.each([
    'P@ssw0rd',
    'Password1!',
    'Brasil2026!',
    'Bruna#2026',
    'Castilho!1',
    'Padaria@99',
    'Prosa#2026',
    'Dona.Bruna1',
  ])('cannot be %s', async (password) => {
    const answer = await post('/auth/register', person('dona.bruna@padaria.com.br', password));
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'password', code: 'password_common', message: expect.stringContaining('adivinhar') }] },
    });
  });

  it('can be long, is not truncated and may contain any character', async () => {
    const long = `Uma frase comprida, com 1 café & muito açúcar 🍰 ${'x'.repeat(70)}`;
    const { email } = await server.signUp({ password: long });
    expect((await login(email, long)).status).toBe(200);
    expect((await login(email, long.slice(0, -1))).status).toBe(401);
    expect((await login(email, long.slice(0, 72))).status).toBe(401);
  });
});

describe('tokens', () => {
  const bearer = (token: string) => get('/users/me', { authorization: `Bearer ${token}` });
  const sign = async (claims: object, header: object, key: Uint8Array = server.services.key.current) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
      .setExpirationTime('5m')
      .sign(key);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('of one type are not accepted as another', async () => {
    const { tokens } = await server.signUp();
    expect((await bearer(tokens.refreshToken)).body.code).toBe('unauthenticated');
    const refreshed = await get('/sessions/refresh', { 'refresh-token': tokens.accessToken });
    expect(refreshed).toMatchObject({ status: 401, body: { code: 'session_expired' } });
    expect((await get('/sessions/refresh', { authorization: `Bearer ${tokens.accessToken}` })).status).toBe(401);
    expect((await bearer(tokens.accessToken)).status).toBe(200);
  });

  it('are valid only with our key, algorithm, type and issuer, and before they expire', async () => {
    const { tokens, accountId, userId } = await server.signUp();
    const payload = JSON.parse(Buffer.from(tokens.accessToken.split('.')[1]!, 'base64url').toString());
    const claims = { iss: 'prosa', sub: userId, accountId, role: 'OWNER', sid: payload.sid };
    expect((await bearer(await sign(claims, {}))).status).toBe(200);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const forged = {
      'another key': await sign(claims, {}, randomBytes(48)),
      'another type': await sign(claims, { typ: 'JWT' }),
      'no type': await sign(claims, { typ: undefined }),
      'another name': await sign({ ...claims, iss: 'outra' }, {}),
      'another algorithm': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
        .setExpirationTime('5m')
        .sign(privateKey),
      none: `${part({ alg: 'none', typ: 'at+jwt' })}.${part({ ...claims, exp: 9_999_999_999 })}.x`,
      'none, unsigned': `${part({ alg: 'none', typ: 'at+jwt' })}.${part({ ...claims, exp: 9_999_999_999 })}.`,
      'a changed role': `${tokens.accessToken.split('.')[0]}.${part({ ...payload, role: 'WM_ADMIN' })}.${tokens.accessToken.split('.')[2]}`,
    };
    for (const [what, token] of Object.entries(forged)) {
      expect((await bearer(token)).body.code, what).toBe('unauthenticated');
    }
    const old = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setExpirationTime(1_700_000_000)
      .sign(server.services.key.current);
    expect((await bearer(old)).body.code).toBe('session_expired');
  });

  it('end when their session is ended, deleted or belongs to another user', async () => {
    const [one, two] = [await server.signUp(), await server.signUp()];
    const claims = { iss: 'prosa', sub: one.userId, accountId: one.accountId, role: 'OWNER' };
    const sidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid;
    const mixed = await sign({ ...claims, sid: sidOf(two.tokens.accessToken) }, {});
    expect((await bearer(mixed)).body.code).toBe('session_expired');
    await rows('delete from sessions where user_id = $1', [one.userId]);
    expect((await one.get('/users/me')).body.code).toBe('session_expired');
    expect((await get('/sessions/refresh', { 'refresh-token': one.tokens.refreshToken })).status).toBe(401);
    await two.post('/auth/logout', undefined, { 'refresh-token': two.tokens.refreshToken });
    expect((await two.get('/users/me')).body.code).toBe('session_expired');
    const entries = await rows('select action from audit_entries where user_id = $1 order by at', [two.userId]);
    expect(entries.map(({ action }) => action)).toEqual(['sign_in', 'sign_out']);
  });

  it('that are forged end no session, while an old refresh token ends it and sends an email', async () => {
    const { tokens, email } = await server.signUp();
    const next = await get('/sessions/refresh', { 'refresh-token': tokens.refreshToken });
    const made = `${tokens.refreshToken.slice(0, -43)}${randomBytes(32).toString('base64url')}`;
    for (let n = 0; n < 3; n++) expect((await get('/sessions/refresh', { 'refresh-token': made })).status).toBe(401);
    const third = await get('/sessions/refresh', { 'refresh-token': next.body.refreshToken });
    expect(third.status).toBe(200);
    await rows(`update sessions set rotated_at = now() - interval '1 minute'`);
    expect((await get('/sessions/refresh', { 'refresh-token': tokens.refreshToken })).status).toBe(401);
    expect((await get('/sessions/refresh', { 'refresh-token': third.body.refreshToken })).status).toBe(401);
    const warning = await until(async () =>
      (await server.mailsTo(email)).find(({ subject }) => subject === 'Encerramos um acesso à sua conta na Prosa'),
    );
    expect(warning.text).toContain('/forgot-password');
  });

  it('refreshed concurrently by two tabs are the same', async () => {
    const { tokens } = await server.signUp();
    const fetched = await Promise.all(
      Array.from({ length: 6 }, () => get('/sessions/refresh', { 'refresh-token': tokens.refreshToken })),
    );
    expect(fetched.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(fetched.map(({ body }) => body.refreshToken)).size).toBe(1);
    expect((await get('/sessions/refresh', { 'refresh-token': fetched[0]!.body.refreshToken })).status).toBe(200);
  });

  it('of a removed or deactivated user are rejected from the next request on', async () => {
    const owner = await server.signUp();
    const writer = await server.as(owner, 'WRITER');
    expect((await writer.get('/users/me')).status).toBe(200);
    await rows(`update users set status = 'INACTIVE' where id = $1`, [writer.userId]);
    expect((await writer.get('/users/me')).body.code).toBe('session_expired');
    await rows('delete from users where id = $1', [writer.userId]);
    expect((await writer.get('/users/me')).body.code).toBe('session_expired');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { sweepSignUps } from '../../src/server/identity/sign-up.ts';
import { readOperations } from '../support/operations.ts';
import { PASSWORD, type SharedServer, sharedServer, until } from '../support/server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

const post = (path: string, payload: object, headers = {}) =>
  server.call({ method: 'POST', url: `/api${path}`, payload, headers });
const refresh = (token: string) =>
  server.call({ method: 'GET', url: '/api/sessions/refresh', headers: { 'refresh-token': token } });
const codeOf = (subject = '') => /\b\d{6}\b/.exec(subject)?.[0] ?? '';

const person = (email: string) => ({
  name: 'Bruna Castilho',
  email,
  website: 'www.padaria-da-bruna.com.br',
  phone: '',
  password: PASSWORD,
});

describe('signing up', () => {
  it('sends a code by email, which starts the session', async () => {
    const email = 'bruna@padaria.com.br';
    expect(await post('/auth/register', person('  BRUNA@padaria.com.br'))).toMatchObject({
      status: 202,
      body: { email },
    });
    const mail = await until(async () => (await server.mailsTo(email))[0]);
    expect(mail.subject).toMatch(/^\d{6} é o seu código da Prosa$/);
    expect((await post('/auth/login', { email, password: PASSWORD })).body.code).toBe('email_not_verified');
    const verified = await post('/auth/verify', { email, code: codeOf(mail.subject) });
    expect(verified.status).toBe(200);
    const me = await server.call({
      method: 'GET',
      url: '/api/users/me',
      headers: { authorization: `Bearer ${verified.body.accessToken}` },
    });
    expect(me.body).toMatchObject({
      email,
      name: 'Bruna Castilho',
      role: 'OWNER',
      website: 'https://www.padaria-da-bruna.com.br',
      tutorial: 0,
      tutorialMode: null,
      websiteCrawled: false,
      avatar: null,
    });
    expect((await post('/auth/verify', { email, code: codeOf(mail.subject) })).body.code).toBe('code_invalid');
  });

  it('returns the same response for an existing account and informs its owner by email', async () => {
    const owner = await server.signUp();
    expect(await post('/auth/register', person(owner.email))).toMatchObject({
      status: 202,
      body: { email: owner.email },
    });
    const [mail] = await until(async () => {
      const all = await server.mailsTo(owner.email);
      return all.length > 0 && all;
    });
    expect(mail?.subject).toBe('Você já tem uma conta na Prosa');
  });

  it('accepts no code after five wrong ones', async () => {
    const email = 'cinco@tentativas.com.br';
    await post('/auth/register', person(email));
    const mail = await until(async () => (await server.mailsTo(email))[0]);
    const right = codeOf(mail.subject);
    const wrong = right === '000000' ? '111111' : '000000';
    const attempts = await Promise.all(Array.from({ length: 5 }, () => post('/auth/verify', { email, code: wrong })));
    expect(attempts.map((answer) => answer.body.code)).toEqual(Array(5).fill('code_invalid'));
    expect((await post('/auth/verify', { email, code: right })).body.code).toBe('code_expired');
  });

  it('creates one account when the form is sent several times', async () => {
    const email = 'duas@vezes.com.br';
    await Promise.all([1, 2, 3].map(() => post('/auth/register', person(email))));
    const mail = await until(async () => (await server.mailsTo(email))[0]);
    expect((await post('/auth/verify', { email, code: codeOf(mail.subject) })).status).toBe(200);
    expect((await post('/auth/login', { email, password: PASSWORD })).status).toBe(200);
  });

  it('rejects a common password without using up the code', async () => {
    const email = 'facil@padaria.com.br';
    await post('/auth/register', person(email));
    const code = codeOf((await until(async () => (await server.mailsTo(email))[0])).subject);
    const weak = await post('/auth/verify', { email, code, password: 'Bruna#2026' });
    expect(weak.body.errors).toMatchObject([{ field: 'password', code: 'password_common' }]);
    expect((await post('/auth/verify', { email, code, password: 'Outra#Senha9' })).status).toBe(200);
    expect((await post('/auth/login', { email, password: 'Outra#Senha9' })).status).toBe(200);
    expect((await post('/auth/login', { email, password: PASSWORD })).status).toBe(401);
  });

  it('creates no account before the code is confirmed, and deletes the sign-up after a week', async () => {
    const email = 'nunca@confirmou.com.br';
    const { pool } = server.services.db;
    await post('/auth/register', person(email));
    await until(async () => (await server.mailsTo(email))[0]);
    expect((await pool.query('select 1 from users where email = $1', [email])).rows).toEqual([]);
    const age = (days: number) =>
      pool.query('update sign_ups set created_at = now() - make_interval(days => $2) where email = $1', [email, days]);
    const waiting = async () => (await pool.query('select 1 from sign_ups where email = $1', [email])).rowCount;
    await age(6);
    await sweepSignUps(server.services.db);
    expect(await waiting()).toBe(1);
    await age(8);
    await sweepSignUps(server.services.db);
    expect(await waiting()).toBe(0);
  });

  it('resends a code only after a wait', async () => {
    const email = 'de-novo@codigo.com.br';
    await post('/auth/register', person(email));
    const answer = await post('/auth/verify/resend', { email });
    expect(answer.status).toBe(202);
    expect(answer.body.retryAfter).toBeGreaterThan(50);
    await until(async () => (await server.mailsTo(email))[0]);
    expect(await server.mailsTo(email)).toHaveLength(1);
    expect((await post('/auth/verify/resend', { email: 'ninguem@nada.com.br' })).body).toEqual({ retryAfter: 60 });
  });

  it('returns an error message in Portuguese for each invalid field', async () => {
    const answer = await post('/auth/register', { name: '', email: 'x', website: 'sem ponto', password: 'curta' });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', message: 'Confira os campos destacados.' },
    });
    const byField = Object.fromEntries(answer.body.errors.map((error: any) => [error.field, error.message]));
    expect(byField).toMatchObject({
      email: expect.stringContaining('e-mail válido'),
      website: expect.stringContaining('endereço válido'),
      password: 'Use pelo menos 8 caracteres',
    });
  });
});

describe('a HEAD request', () => {
  it('does not refresh a session', async () => {
    const { tokens, accountId } = await server.signUp();
    const headers = { 'refresh-token': tokens.refreshToken };
    await server.call({ method: 'HEAD', url: '/api/sessions/refresh', headers });
    const { rows } = await server.services.db.pool.query(
      'select previous_hash as previous from sessions where account_id = $1',
      [accountId],
    );
    expect(rows).toEqual([{ previous: null }]);
    expect((await refresh(tokens.refreshToken)).status).toBe(200);
  });

  it('is supported only by the health check', async () => {
    for (const operation of await readOperations(server)) {
      const url = `/api${operation.path.replaceAll(/\{[^}]+\}/g, '00000000-0000-4000-8000-000000000000')}`;
      const { status } = await server.call({ method: 'HEAD', url });
      expect(status, url).toBe(operation.id === 'showHealth' ? 200 : 404);
    }
  });
});

describe('a session', () => {
  it('ends ninety days after sign-in, however often it is refreshed', async () => {
    const { tokens, accountId } = await server.signUp();
    const { pool } = server.services.db;
    const ends = async () =>
      (
        await pool.query(`select expires_at - now() < interval '1 day' as soon from sessions where account_id = $1`, [
          accountId,
        ])
      ).rows[0].soon as boolean;
    const next = await refresh(tokens.refreshToken);
    expect([next.status, await ends()]).toEqual([200, false]);
    await pool.query(`update sessions set created_at = now() - interval '89.5 days' where account_id = $1`, [
      accountId,
    ]);
    const last = await refresh(next.body.refreshToken);
    expect([last.status, await ends()]).toEqual([200, true]);
    await pool.query(`update sessions set expires_at = now() - interval '1 second' where account_id = $1`, [accountId]);
    expect((await refresh(last.body.refreshToken)).status).toBe(401);
  });

  it('rotates refresh tokens, tolerates two tabs and ends when an old token is reused', async () => {
    const { tokens } = await server.signUp();
    const first = await refresh(tokens.refreshToken);
    expect(first.status).toBe(200);
    // A second tab uses the previous token within the grace period.
    const second = await refresh(tokens.refreshToken);
    expect(second.status).toBe(200);
    expect((await refresh(second.body.refreshToken)).status).toBe(200);
    await server.services.db.pool.query(`update sessions set rotated_at = now() - interval '1 minute'`);
    expect((await refresh(tokens.refreshToken)).status).toBe(401);
    expect((await refresh(second.body.refreshToken)).status).toBe(401);
  });

  it('ends with the logout, from the next request on', async () => {
    const caller = await server.signUp();
    expect((await caller.post('/auth/logout', undefined, { 'refresh-token': caller.tokens.refreshToken })).status).toBe(
      204,
    );
    expect((await caller.get('/users/me')).body.code).toBe('session_expired');
    expect((await refresh(caller.tokens.refreshToken)).status).toBe(401);
  });

  it('uses the current role, not that of the token', async () => {
    const owner = await server.signUp();
    const admin = await server.as(owner, 'ADMIN');
    expect((await admin.get('/users')).status).toBe(200);
    await server.services.db.pool.query(`update users set role = 'READER' where id = $1`, [admin.userId]);
    expect((await admin.get('/users')).body.code).toBe('forbidden');
  });

  it('rejects tokens that we did not sign', async () => {
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.x`;
    for (const authorization of ['Bearer x.y.z', `Bearer ${none}`, 'Basic x', '']) {
      const answer = await server.call({ method: 'GET', url: '/api/users/me', headers: { authorization } });
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    }
  });
});

describe('a forgotten password', () => {
  it('is reset once by the emailed link, which ends every session', async () => {
    const caller = await server.signUp();
    await post('/auth/forgot-password', { email: caller.email });
    const mail = await until(async () =>
      (await server.mailsTo(caller.email)).find((one) => one.subject === 'Crie uma nova senha da Prosa'),
    );
    const token = /#token=(\S+)/.exec(mail.text ?? '')?.[1];
    expect((await post('/auth/reset-password', { token, password: 'Nova#Senha10' })).status).toBe(204);
    expect((await caller.get('/users/me')).status).toBe(401);
    expect((await post('/auth/login', { email: caller.email, password: 'Nova#Senha10' })).status).toBe(200);
    expect((await post('/auth/reset-password', { token, password: 'Nova#Senha11' })).body).toMatchObject({
      code: 'link_expired',
      message: 'Este link expirou. Por favor, solicite um novo para continuar.',
    });
  });
});

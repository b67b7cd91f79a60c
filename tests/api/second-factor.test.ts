import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, PASSWORD, startServer, type TestServer, until } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { STAFF_SECOND_FACTOR: 'required' } });
});
afterAll(() => server.close());

const rows = async (query: string, values: unknown[] = []) => (await server.services.db.pool.query(query, values)).rows;
const post = (path: string, payload: object) => server.call({ method: 'POST', url: `/api${path}`, payload });
const login = (email: string, password = PASSWORD) => post('/auth/login', { email, password });
const withTokens = (token: string, method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string, payload?: object) =>
  server.call({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });

/** A code of the current time step, or of another one. */
const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });
/** As if the last code had been used long ago. */
const forgetStep = ({ userId }: Caller) => rows('update totp_keys set last_step = 0 where user_id = $1', [userId]);
const makeStale = ({ userId }: { userId: string }) =>
  rows(`update sessions set proven_at = now() - interval '11 minutes' where user_id = $1`, [userId]);
const actionsOf = async ({ accountId }: { accountId: string }) =>
  (await rows('select action from audit_entries where account_id = $1 order by at', [accountId])).map(
    (row) => row.action,
  );

async function enrol(caller: Caller): Promise<{ key: string; codes: string[] }> {
  const { key } = (await caller.post('/users/me/second-factor/totp')).body;
  const added = await caller.post('/users/me/second-factor/totp/confirm', { code: codeOf(key) });
  expect(added.status, added.text).toBe(200);
  await forgetStep(caller);
  return { key, codes: added.body.recoveryCodes };
}
const withFactor = async () => {
  const caller = await server.signUp();
  return { caller, ...(await enrol(caller)) };
};

describe('an authenticator app', () => {
  it('counts only once a code has confirmed it', async () => {
    const caller = await server.signUp();
    const started = await caller.post('/users/me/second-factor/totp');
    expect(started.body.uri).toMatch(/^otpauth:\/\/totp\/Prosa:.*secret=/);
    expect((await login(caller.email)).body).toHaveProperty('accessToken');
    const wrong = await caller.post('/users/me/second-factor/totp/confirm', { code: codeOf(started.body.key, 99) });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'code_invalid' } });
    expect((await login(caller.email)).body).toHaveProperty('accessToken');
    const added = await caller.post('/users/me/second-factor/totp/confirm', { code: codeOf(started.body.key) });
    expect(added.body.recoveryCodes).toHaveLength(10);
    expect(new Set(added.body.recoveryCodes).size).toBe(10);
    expect((await login(caller.email)).body).toEqual({
      secondFactor: { ticket: expect.any(String), proofs: ['totp', 'recovery'] },
    });
    expect((await caller.post('/users/me/second-factor/totp')).body.code).toBe('factor_known');
    expect(await actionsOf(caller)).toContain('factor_added');
    await until(async () =>
      (await server.mailsTo(caller.email)).find(({ subject }) => subject?.includes('nova forma')),
    );
  });

  it('stores neither the key nor the recovery codes in the clear', async () => {
    const { caller, key, codes } = await withFactor();
    const [stored] = await rows('select * from totp_keys where user_id = $1', [caller.userId]);
    expect(JSON.stringify(stored)).not.toContain(key);
    const hashes = JSON.stringify(await rows('select hash from recovery_codes where user_id = $1', [caller.userId]));
    for (const code of codes) expect(hashes).not.toContain(code);
  });

  it('ends a sign-in, and a code works once', async () => {
    const { caller, key } = await withFactor();
    const first = (await login(caller.email)).body.secondFactor.ticket;
    const second = (await login(caller.email)).body.secondFactor.ticket;
    const code = codeOf(key);
    const signedIn = await post('/auth/factor', { ticket: first, proof: { code } });
    expect(signedIn.status).toBe(200);
    expect((await withTokens(signedIn.body.accessToken, 'GET', '/users/me')).status).toBe(200);
    const replayed = await post('/auth/factor', { ticket: second, proof: { code } });
    expect(replayed).toMatchObject({ status: 422, body: { code: 'code_invalid' } });
    const older = await post('/auth/factor', { ticket: second, proof: { code: codeOf(key, -1) } });
    expect(older.body.code).toBe('code_invalid');
    await forgetStep(caller);
    const again = await post('/auth/factor', { ticket: first, proof: { code: codeOf(key) } });
    expect(again).toMatchObject({ status: 410, body: { code: 'sign_in_expired' } });
    expect(await actionsOf(caller)).toContain('factor_failed');
  });

  it('accepts one of two simultaneous uses of a code', async () => {
    const { caller, key } = await withFactor();
    const tickets = await Promise.all([login(caller.email), login(caller.email)]);
    const code = codeOf(key);
    const answers = await Promise.all(
      tickets.map(({ body }) => post('/auth/factor', { ticket: body.secondFactor.ticket, proof: { code } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is blocked after ten wrong codes, also for the right one', async () => {
    const { caller, key } = await withFactor();
    const { ticket } = (await login(caller.email)).body.secondFactor;
    for (let tries = 0; tries < 10; tries += 1)
      expect((await post('/auth/factor', { ticket, proof: { code: codeOf(key, 99) } })).body.code).toBe('code_invalid');
    const refused = await post('/auth/factor', { ticket, proof: { code: codeOf(key) } });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
  });

  it('refuses an expired or invented ticket, and one of a person who was deactivated', async () => {
    const { caller, key } = await withFactor();
    const proof = { code: codeOf(key) };
    expect((await post('/auth/factor', { ticket: 'x'.repeat(43), proof })).body.code).toBe('sign_in_expired');
    const { ticket } = (await login(caller.email)).body.secondFactor;
    await rows(`update users set status = 'INACTIVE' where id = $1`, [caller.userId]);
    expect((await post('/auth/factor', { ticket, proof })).body.code).toBe('sign_in_expired');
    await rows(`update users set status = 'ACTIVE' where id = $1`, [caller.userId]);
    await rows(`update sign_in_secrets set expires_at = now() where purpose = 'ticket'`);
    expect((await post('/auth/factor', { ticket, proof })).body.code).toBe('sign_in_expired');
  });
});

describe('recovery codes', () => {
  it('end a sign-in once each, however they are typed, with a mail', async () => {
    const { caller, codes } = await withFactor();
    const typed = ` ${codes[3]!.toUpperCase().replaceAll('-', ' ')} `;
    const { ticket } = (await login(caller.email)).body.secondFactor;
    expect((await post('/auth/factor', { ticket, proof: { code: typed } })).status).toBe(200);
    const next = (await login(caller.email)).body.secondFactor.ticket;
    expect((await post('/auth/factor', { ticket: next, proof: { code: codes[3]! } })).body.code).toBe('code_invalid');
    expect((await post('/auth/factor', { ticket: next, proof: { code: codes[4]! } })).status).toBe(200);
    expect((await caller.get('/users/me/second-factor')).body.recoveryCodesLeft).toBe(8);
    await until(async () =>
      (await server.mailsTo(caller.email)).find(({ subject }) => subject?.includes('código de recuperação')),
    );
  });

  it('are worth nothing to another person', async () => {
    const [{ caller }, other] = [await withFactor(), await withFactor()];
    const { ticket } = (await login(caller.email)).body.secondFactor;
    for (const code of [other.codes[0]!, codeOf(other.key)])
      expect((await post('/auth/factor', { ticket, proof: { code } })).body.code).toBe('code_invalid');
  });

  it('are replaced all at once', async () => {
    const { caller, codes } = await withFactor();
    const renewed = (await caller.post('/users/me/second-factor/recovery-codes')).body.recoveryCodes;
    expect(renewed).toHaveLength(10);
    const { ticket } = (await login(caller.email)).body.secondFactor;
    expect((await post('/auth/factor', { ticket, proof: { code: codes[0]! } })).body.code).toBe('code_invalid');
    expect((await post('/auth/factor', { ticket, proof: { code: renewed[0] } })).status).toBe(200);
  });

  it('go with the last factor', async () => {
    const { caller } = await withFactor();
    expect((await caller.delete('/users/me/second-factor/totp')).status).toBe(204);
    expect(await rows('select 1 from recovery_codes where user_id = $1', [caller.userId])).toEqual([]);
    expect((await login(caller.email)).body).toHaveProperty('accessToken');
    expect(await actionsOf(caller)).toContain('factor_removed');
  });
});

describe('no way round the second factor', () => {
  it('leads through a password reset, which also ends sign-ins under way', async () => {
    const { caller, key } = await withFactor();
    const { ticket } = (await login(caller.email)).body.secondFactor;
    await post('/auth/forgot-password', { email: caller.email });
    const mail = await until(async () =>
      (await server.mailsTo(caller.email)).find(({ text }) => text?.includes('/reset-password#token=')),
    );
    const token = /#token=(\S+)/.exec(mail.text ?? '')?.[1];
    const password = 'Outra#Senha9';
    const reset = await post('/auth/reset-password', { token, password });
    expect(reset.status, reset.text).toBe(204);
    expect((await post('/auth/factor', { ticket, proof: { code: codeOf(key) } })).body.code).toBe('sign_in_expired');
    expect(Object.keys((await login(caller.email, password)).body)).toEqual(['secondFactor']);
  });

  it('leads through a refresh: a ticket is no token', async () => {
    const { caller } = await withFactor();
    const { ticket } = (await login(caller.email)).body.secondFactor;
    const refreshed = await server.call({ url: '/api/sessions/refresh', headers: { 'refresh-token': ticket } });
    expect(refreshed.status).toBe(401);
    expect((await withTokens(ticket, 'GET', '/users/me')).status).toBe(401);
  });

  it('leads through an invitation into an account that requires one', async () => {
    const { caller } = await withFactor();
    await caller.put('/account/second-factor', { required: true });
    const email = `convidada-${randomUUID().slice(0, 8)}@empresa.com.br`;
    await caller.post('/users', { email, role: 'READER', contextIds: [] });
    const mail = await until(async () => (await server.mailsTo(email))[0]);
    const token = /\/invitation\/(\S+)/.exec(mail.text ?? '')?.[1];
    const joined = await post(`/invitations/${token}`, { name: 'Ana Lima', password: PASSWORD });
    const { accessToken } = joined.body;
    expect((await withTokens(accessToken, 'GET', '/contexts')).body.code).toBe('second_factor_required');
    const me = await withTokens(accessToken, 'GET', '/users/me');
    expect(me.body.lacksFactor).toBe(true);
    const { key } = (await withTokens(accessToken, 'POST', '/users/me/second-factor/totp')).body;
    await withTokens(accessToken, 'POST', '/users/me/second-factor/totp/confirm', { code: codeOf(key) });
    expect((await withTokens(accessToken, 'GET', '/contexts')).status).toBe(200);
  });
});

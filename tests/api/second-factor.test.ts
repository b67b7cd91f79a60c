import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mustStaffHaveFactor, readEnv } from '../../src/server/runtime/env.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import { newKey } from '../support/billing.ts';
import { type Caller, PASSWORD, startServer, type TestServer, until } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

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
async function enrolStaff(staff: Staff): Promise<void> {
  const { key } = (await staff.post('/users/me/second-factor/totp')).body;
  await staff.post('/users/me/second-factor/totp/confirm', { code: codeOf(key) });
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

  it('may be typed with a space', async () => {
    const caller = await server.signUp();
    const { key } = (await caller.post('/users/me/second-factor/totp')).body;
    const code = codeOf(key).replace(/^.../, '$& ');
    expect((await caller.post('/users/me/second-factor/totp/confirm', { code })).status).toBe(200);
  });

  it('ends the other sessions, which were opened without one, if it is the first factor', async () => {
    const caller = await server.signUp();
    const other = (await login(caller.email)).body.accessToken;
    const ana = await createStaff(server);
    await enrolStaff(ana);
    const entered = await ana.post('/admin/login', { accountId: caller.accountId, reason: 'Ajuda' });
    const inside = entered.body.session.accessToken;
    expect((await withTokens(other, 'GET', '/users/me')).status).toBe(200);
    const { codes } = await enrol(caller);
    expect((await withTokens(other, 'GET', '/users/me')).status).toBe(401);
    expect((await withTokens(inside, 'GET', '/users/me')).status).toBe(401);
    expect((await caller.get('/users/me')).status).toBe(200);
    const { ticket } = (await login(caller.email)).body.secondFactor;
    const later = (await post('/auth/factor', { ticket, proof: { code: codes[0]! } })).body.accessToken;
    const options = (await caller.post('/users/me/passkeys/start')).body;
    const passkey = makeAuthenticator().create(options);
    expect((await caller.post('/users/me/passkeys', { name: 'Notebook', passkey })).status).toBe(200);
    expect((await withTokens(later, 'GET', '/users/me')).status).toBe(200);
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

  it('leads through a ticket from before a change of the password', async () => {
    const { caller, key } = await withFactor();
    const { ticket } = (await login(caller.email)).body.secondFactor;
    const changed = await caller.put('/users/me/password', { current: PASSWORD, password: 'Outra#Senha9' });
    expect(changed.status, changed.text).toBe(204);
    expect((await post('/auth/factor', { ticket, proof: { code: codeOf(key) } })).body.code).toBe('sign_in_expired');
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
    expect((await withTokens(accessToken, 'GET', '/contexts')).body.code).toBe('second_factor_missing');
    const me = await withTokens(accessToken, 'GET', '/users/me');
    expect(me.body.lacksFactor).toBe(true);
    const { key } = (await withTokens(accessToken, 'POST', '/users/me/second-factor/totp')).body;
    await withTokens(accessToken, 'POST', '/users/me/second-factor/totp/confirm', { code: codeOf(key) });
    expect((await withTokens(accessToken, 'GET', '/contexts')).status).toBe(200);
  });
});

describe('passkeys', () => {
  const start = (ticket?: string) => post('/auth/passkey/start', { ticket });
  async function withPasskey() {
    const caller = await server.signUp();
    const device = makeAuthenticator();
    const options = (await caller.post('/users/me/passkeys/start')).body;
    const added = await caller.post('/users/me/passkeys', { name: 'Notebook', passkey: device.create(options) });
    expect(added.status, added.text).toBe(200);
    return { caller, device, codes: added.body.recoveryCodes as string[] };
  }

  it('sign in without a password, and as the second factor', async () => {
    const { caller, device, codes } = await withPasskey();
    expect(codes).toHaveLength(10);
    const alone = await post('/auth/passkey', { passkey: device.get((await start()).body) });
    expect(alone.status, alone.text).toBe(200);
    const me = await withTokens(alone.body.accessToken, 'GET', '/users/me');
    expect(me.body.id).toBe(caller.userId);
    const { ticket, proofs } = (await login(caller.email)).body.secondFactor;
    expect(proofs).toEqual(['passkey', 'recovery']);
    const passkey = device.get((await start(ticket)).body);
    expect((await post('/auth/factor', { ticket, proof: { passkey } })).status).toBe(200);
    const { passkeys } = (await caller.get('/users/me/second-factor')).body;
    expect(passkeys).toMatchObject([{ name: 'Notebook', lastUsedAt: expect.any(String) }]);
  });

  it('answer a challenge once, only ours, and only on our site with a verified user', async () => {
    const { device } = await withPasskey();
    const signIn = (passkey: object) => post('/auth/passkey', { passkey });
    const used = device.get((await start()).body);
    expect((await signIn(used)).status).toBe(200);
    const refused = { status: 422, body: { code: 'passkey_refused' } };
    expect(await signIn(used)).toMatchObject(refused);
    const invented = Buffer.from('inventado').toString('base64url');
    expect(await signIn(device.get({ challenge: invented }))).toMatchObject(refused);
    const elsewhere = device.get((await start()).body, { origin: 'http://prosa.example' });
    expect(await signIn(elsewhere)).toMatchObject(refused);
    expect(await signIn(device.get((await start()).body, { isUserVerified: false }))).toMatchObject(refused);
    const late = (await start()).body;
    await rows(`update sign_in_secrets set expires_at = now() where purpose = 'challenge'`);
    expect(await signIn(device.get(late))).toMatchObject(refused);
  });

  it('are refused if the browser’s answer has another shape', async () => {
    const { caller, device } = await withPasskey();
    const given = device.get((await start()).body);
    const misshapen = { ...given, response: { ...given.response, userHandle: 7 } };
    expect((await post('/auth/passkey', { passkey: misshapen })).status).toBe(422);
    const anonymous = { ...given, response: { ...given.response, userHandle: null } };
    expect((await post('/auth/passkey', { passkey: anonymous })).body.code).toBe('passkey_refused');
    const made = makeAuthenticator().create((await caller.post('/users/me/passkeys/start')).body);
    const odd = { ...made, response: { ...made.response, transports: { toString: 1 } } };
    expect((await caller.post('/users/me/passkeys', { name: 'Celular', passkey: odd })).status).toBe(422);
  });

  it('prove nothing with a challenge for something else or somebody else', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const { ticket } = (await login(one.caller.email)).body.secondFactor;
    const prove = (passkey: object) => post('/auth/factor', { ticket, proof: { passkey } });
    expect((await prove(other.device.get((await start(ticket)).body))).body.code).toBe('passkey_refused');
    // A challenge for a sign-in without a password is not one for this ticket.
    expect((await prove(one.device.get((await start()).body))).body.code).toBe('passkey_refused');
    const others = (await login(other.caller.email)).body.secondFactor.ticket;
    expect((await prove(one.device.get((await start(others)).body))).body.code).toBe('passkey_refused');
    expect((await prove(one.device.get((await start(ticket)).body))).status).toBe(200);
  });

  it('are refused without a verified user, and twice on one device', async () => {
    const { caller, device } = await withPasskey();
    const options = async () => (await caller.post('/users/me/passkeys/start')).body;
    const add = async (passkey: object) => caller.post('/users/me/passkeys', { name: 'Outra', passkey });
    const unverified = makeAuthenticator().create(await options(), { isUserVerified: false });
    expect((await add(unverified)).body.code).toBe('passkey_refused');
    expect((await add(device.create(await options()))).body.code).toBe('passkey_refused');
    const others = await server.signUp();
    const foreign = makeAuthenticator().create((await others.post('/users/me/passkeys/start')).body);
    expect((await add(foreign)).body.code).toBe('passkey_refused');
  });

  it('are renamed and removed by their owner alone', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const [{ id }] = (await one.caller.get('/users/me/second-factor')).body.passkeys;
    expect((await other.caller.put(`/users/me/passkeys/${id}`, { name: 'Minha' })).status).toBe(404);
    expect((await other.caller.delete(`/users/me/passkeys/${id}`)).status).toBe(404);
    const colleague = await server.as(one.caller, 'OWNER');
    expect((await colleague.delete(`/users/me/passkeys/${id}`)).status).toBe(404);
    expect((await one.caller.put(`/users/me/passkeys/${id}`, { name: 'Celular' })).status).toBe(204);
    const used = one.device.get((await start()).body);
    expect((await one.caller.delete(`/users/me/passkeys/${id}`)).status).toBe(204);
    expect((await post('/auth/passkey', { passkey: used })).body.code).toBe('passkey_refused');
    expect((await login(one.caller.email)).body).toHaveProperty('accessToken');
  });

  it('sign nobody in who was deactivated', async () => {
    const { caller, device } = await withPasskey();
    await rows(`update users set status = 'INACTIVE' where id = $1`, [caller.userId]);
    expect((await post('/auth/passkey', { passkey: device.get((await start()).body) })).body.code).toBe(
      'passkey_refused',
    );
  });
});

describe('who must have a second factor', () => {
  it('staff add one before anything else, also before entering an account', async () => {
    const [ana, customer] = [await createStaff(server), await server.signUp()];
    const { accessToken } = ana.tokens;
    for (const path of ['/admin/accounts', '/contexts', '/sessions/me/contexts', '/users/me/sessions'])
      expect((await ana.get(path)).body.code, path).toBe('second_factor_missing');
    const enter = { accountId: customer.accountId, reason: 'Ajuda' };
    expect((await ana.post('/admin/login', enter)).body.code).toBe('second_factor_missing');
    expect((await ana.get('/users/me')).body.lacksFactor).toBe(true);
    await enrolStaff(ana);
    expect((await ana.get('/admin/accounts')).status).toBe(200);
    expect((await withTokens(accessToken, 'DELETE', '/users/me/second-factor/totp')).body.code).toBe('last_factor');
    const entered = await ana.post('/admin/login', enter);
    const inside = entered.body.session.accessToken;
    expect((await withTokens(inside, 'GET', '/contexts')).status).toBe(200);
  });

  it('staff on behalf of a customer neither see nor change the customer’s', async () => {
    const [ana, { caller }] = [await createStaff(server), await withFactor()];
    await enrolStaff(ana);
    await caller.put('/account/second-factor', { required: true });
    const entered = await ana.post('/admin/login', { accountId: caller.accountId, reason: 'Ajuda' });
    const inside = entered.body.session.accessToken;
    expect((await withTokens(inside, 'GET', '/contexts')).status).toBe(200);
    const refused: [method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string, body?: object][] = [
      ['GET', '/users/me/second-factor'],
      ['POST', '/users/me/second-factor/totp'],
      ['DELETE', '/users/me/second-factor/totp'],
      ['POST', '/users/me/second-factor/recovery-codes'],
      ['POST', '/users/me/passkeys/start'],
      ['POST', '/users/me/confirm', { password: PASSWORD }],
      ['PUT', '/account/second-factor', { required: false }],
      ['GET', '/users/me/sessions'],
      ['DELETE', '/users/me/sessions'],
      ['POST', '/api-keys', { name: 'Chave', role: 'READER', contextIds: [] }],
      ['GET', '/account/export'],
    ];
    for (const [method, path, body] of refused)
      expect((await withTokens(inside, method, path, body)).body?.code, path).toBe('forbidden');
  });

  it('everybody in an account whose owner wants it, at their next call', async () => {
    const { caller } = await withFactor();
    const [reader, stranger] = [await server.as(caller, 'READER'), await server.signUp()];
    const admin = await server.as(caller, 'ADMIN');
    expect((await admin.put('/account/second-factor', { required: true })).body.code).toBe('forbidden');
    expect((await reader.get('/contents')).body.code).not.toBe('second_factor_missing');
    expect((await caller.put('/account/second-factor', { required: true })).status).toBe(200);
    expect((await reader.get('/contents')).body.code).toBe('second_factor_missing');
    const question = { question: 'Vocês entregam?', messageId: randomUUID() };
    const asked = await reader.post(`/widgets/${caller.contextId}/messages`, question);
    expect(asked.body?.code).toBe('second_factor_missing');
    expect((await caller.get('/contexts')).status).toBe(200);
    expect((await stranger.get('/contexts')).status).toBe(200);
    expect((await caller.delete('/users/me/second-factor/totp')).body.code).toBe('last_factor');
    await enrol(reader);
    expect((await reader.get('/sessions/me/contexts')).status).toBe(200);
    await caller.put('/account/second-factor', { required: false });
    expect((await caller.delete('/users/me/second-factor/totp')).status).toBe(204);
    expect(await actionsOf(caller)).toContain('account_require-factor');
  });

  it('staff, by default on a public server alone', () => {
    const mustHave = (variables: Record<string, string>) => mustStaffHaveFactor(readEnv(variables));
    expect(mustHave({})).toBe(false);
    expect(mustHave({ NODE_ENV: 'production' })).toBe(true);
    expect(mustHave({ HOST: '0.0.0.0' })).toBe(true);
    expect(mustHave({ PUBLIC_URL: 'https://prosa.example' })).toBe(true);
    expect(mustHave({ NODE_ENV: 'production', STAFF_SECOND_FACTOR: 'optional' })).toBe(false);
  });

  it('API keys go on working', async () => {
    const { caller } = await withFactor();
    const { secret } = (await caller.post('/api-keys', { name: 'Site', role: 'WRITER', contextIds: [] })).body;
    await caller.put('/account/second-factor', { required: true });
    expect((await withTokens(secret, 'GET', '/contexts')).status).toBe(200);
  });
});

describe('a lost device', () => {
  it('is helped by WM_ADMIN alone, with a reason that the person gets by mail', async () => {
    const { caller } = await withFactor();
    const { ticket } = (await login(caller.email)).body.secondFactor;
    const [ana, rui] = [await createStaff(server), await createStaff(server, { role: 'WM_FINANCIAL' })];
    for (const staff of [ana, rui]) await enrolStaff(staff);
    const path = `/admin/accounts/${caller.accountId}/reset-factor`;
    const body = { userId: caller.userId, reason: 'Perdeu o celular, confirmado por telefone' };
    expect((await rui.post(path, body)).body.code).toBe('forbidden');
    expect((await caller.post(path, body)).body.code).toBe('forbidden');
    expect((await ana.post(path, { ...body, reason: '' })).status).toBe(422);
    const other = await server.signUp();
    expect((await ana.post(`/admin/accounts/${other.accountId}/reset-factor`, body)).status).toBe(404);
    expect((await ana.get(`/admin/accounts/${caller.accountId}/sessions`)).body.factors).toMatchObject([
      { userId: caller.userId, totp: true, passkeys: 0 },
    ]);
    await makeStale(ana);
    expect((await ana.post(path, body)).body.code).toBe('fresh_sign_in_required');
    await rows('update sessions set proven_at = now() where user_id = $1', [ana.userId]);
    expect((await ana.post(path, body)).status).toBe(204);
    expect((await caller.get('/users/me')).status).toBe(401);
    expect((await post('/auth/factor', { ticket, proof: { code: '123456' } })).body.code).toBe('sign_in_expired');
    expect((await login(caller.email)).body).toHaveProperty('accessToken');
    const [entry] = await rows(`select * from audit_entries where account_id = $1 and action = 'factors_reset'`, [
      caller.accountId,
    ]);
    expect(entry).toMatchObject({ subject: caller.email, actor_id: ana.userId, detail: { reason: body.reason } });
    const mail = await until(async () =>
      (await server.mailsTo(caller.email)).find(({ text }) => text?.includes(body.reason)),
    );
    expect(mail.subject).toContain('segundo passo');
  });

  it('of a colleague, too, but not of a customer through the team', async () => {
    const [ana, rui, { caller }] = [await createStaff(server), await createStaff(server), await withFactor()];
    for (const staff of [ana, rui]) await enrolStaff(staff);
    const reason = { reason: 'Perdeu o celular' };
    expect((await ana.post(`/admin/staff/${caller.userId}/reset-factor`, reason)).status).toBe(404);
    expect((await ana.post(`/admin/staff/${rui.userId}/reset-factor`, reason)).status).toBe(204);
    expect((await rui.get('/users/me')).status).toBe(401);
  });
});

describe('a session that proved nothing for ten minutes', () => {
  const key = { name: 'Site', role: 'READER', contextIds: [] };

  it('is asked again before people, money, keys, exports and the end of the account', async () => {
    const caller = await server.signUp();
    await makeStale(caller);
    const refused: [method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string, body?: object][] = [
      ['POST', '/api-keys', key],
      ['DELETE', `/api-keys/${randomUUID()}`],
      ['POST', '/users', { email: 'nova@empresa.com.br', role: 'READER', contextIds: [] }],
      ['PUT', `/users/${randomUUID()}`, { role: 'READER' }],
      ['DELETE', `/users/${randomUUID()}`],
      ['POST', '/subscription/change', {}],
      ['POST', '/subscription/checkout', {}],
      ['POST', '/subscription/payment-method', {}],
      ['GET', '/account/export'],
      ['GET', '/audit-log?format=csv'],
      ['DELETE', '/users/me', { reason: 'Mudamos', password: PASSWORD }],
      ['PUT', '/account/second-factor', { required: true }],
      ['POST', '/users/me/second-factor/totp'],
      ['POST', '/users/me/passkeys/start'],
    ];
    for (const [method, path, body] of refused)
      expect((await withTokens(caller.tokens.accessToken, method, path, body)).body, path).toMatchObject({
        status: 403,
        code: 'fresh_sign_in_required',
      });
    // Nobody tried what they may not do.
    const entries = (await caller.get('/audit-log')).body.data;
    expect(entries.map(({ action }: any) => action)).not.toContain('call_refused');
    const me = (await caller.get('/users/me')).body;
    expect(me.flags).not.toContain('fresh');
    expect(me.permissions.allowed['api-keys']).toContain('create');
    // What a screen offers asks for the proof when it is called.
    const { allowedCommands } = (await caller.get('/subscription')).body;
    expect(allowedCommands).toEqual(['checkout', 'paymentMethod', 'prepaid']);
    const reader = await server.as(caller, 'READER');
    await makeStale(reader);
    expect((await reader.post('/api-keys', key)).body.code).toBe('forbidden');
  });

  it('gets no open payment, whose secret would let it pay at the gateway', async () => {
    const caller = await server.signUp();
    const pix = { packId: 'credits-500', method: 'pix', amountNow: 14_900 };
    expect((await caller.post('/subscription/prepaid', pix, newKey())).body.payments).toHaveLength(1);
    expect((await caller.get('/subscription')).body.payments).toHaveLength(1);
    await makeStale(caller);
    expect((await caller.get('/subscription')).body.payments).toEqual([]);
  });

  it('is fresh again with the password, and not by a refresh', async () => {
    const caller = await server.signUp();
    await makeStale(caller);
    const { refreshToken } = caller.tokens;
    const refreshed = await server.call({ url: '/api/sessions/refresh', headers: { 'refresh-token': refreshToken } });
    const token = refreshed.body.accessToken;
    expect((await withTokens(token, 'POST', '/api-keys', key)).body.code).toBe('fresh_sign_in_required');
    const wrong = await caller.post('/users/me/confirm', { password: 'Errada#123' });
    expect(wrong.body).toMatchObject({ code: 'invalid_input', errors: [{ field: 'password' }] });
    expect((await caller.post('/api-keys', key)).body.code).toBe('fresh_sign_in_required');
    expect((await caller.post('/users/me/confirm', { password: PASSWORD })).status).toBe(204);
    expect((await caller.post('/api-keys', key)).status).toBe(201);
  });

  it('needs the second factor of a user who has one, and freshens only this session', async () => {
    const { caller, key: totp, codes } = await withFactor();
    const { ticket } = (await login(caller.email)).body.secondFactor;
    const other = (await post('/auth/factor', { ticket, proof: { code: codes[0]! } })).body.accessToken;
    await makeStale(caller);
    expect((await caller.post('/users/me/confirm', { password: PASSWORD })).body.code).toBe('second_factor_required');
    expect((await caller.post('/users/me/confirm', { code: codeOf(totp, 99) })).body.code).toBe('code_invalid');
    expect((await caller.post('/users/me/confirm', { code: codeOf(totp) })).status).toBe(204);
    expect((await caller.post('/users/me/confirm', { code: codeOf(totp) })).body.code).toBe('code_invalid');
    expect((await caller.post('/api-keys', key)).status).toBe(201);
    expect((await withTokens(other, 'POST', '/api-keys', key)).body.code).toBe('fresh_sign_in_required');
  });
});

describe('a stale session of staff', () => {
  it('may not make another one fresh: neither invite, change or remove colleagues, nor enter an account', async () => {
    const [ana, rui, customer] = [await createStaff(server), await createStaff(server), await server.signUp()];
    await enrolStaff(ana);
    await makeStale(ana);
    const refused: [method: 'POST' | 'DELETE' | 'PUT', path: string, body?: object][] = [
      ['POST', '/admin/staff', { email: `nova-${randomUUID()}@prosa.com.br`, role: 'WM_ADMIN' }],
      ['PUT', `/admin/staff/${rui.userId}`, { role: 'WM_READER' }],
      ['DELETE', `/admin/staff/${rui.userId}`],
      ['POST', '/admin/login', { accountId: customer.accountId, reason: 'Ajuda' }],
      ['PUT', '/account/second-factor', { required: true }],
    ];
    for (const [method, path, body] of refused)
      expect((await withTokens(ana.tokens.accessToken, method, path, body)).body.code, path).toBe(
        'fresh_sign_in_required',
      );
    await rows('update sessions set proven_at = now() where user_id = $1', [ana.userId]);
    const [method, path, body] = refused[0]!;
    expect((await withTokens(ana.tokens.accessToken, method, path, body)).status).toBe(201);
  });
});

describe('own sessions', () => {
  it('are listed with their browser and ended, one or all others', async () => {
    const caller = await server.signUp();
    const again = async (agent: string) => {
      const headers = { 'user-agent': agent };
      const payload = { email: caller.email, password: PASSWORD };
      return (await server.call({ method: 'POST', url: '/api/auth/login', payload, headers })).body.accessToken;
    };
    const tokens = [await again('Firefox/140.0 (Linux)'), await again('Safari'), await again('x'.repeat(2_000))];
    const listed = (await caller.get('/users/me/sessions')).body.data;
    expect(listed).toHaveLength(4);
    expect(listed.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
    const firefox = listed.find(({ userAgent }: { userAgent: string }) => userAgent === 'Firefox/140.0 (Linux)');
    const own = listed.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    const colleague = await server.as(caller, 'ADMIN');
    expect((await colleague.delete(`/users/me/sessions/${firefox.id}`)).status).toBe(404);
    expect((await (await server.signUp()).delete(`/users/me/sessions/${firefox.id}`)).status).toBe(404);
    expect((await caller.delete(`/users/me/sessions/${own.id}`)).status).toBe(404);
    expect((await caller.delete(`/users/me/sessions/${firefox.id}`)).status).toBe(204);
    expect((await withTokens(tokens[0], 'GET', '/users/me')).status).toBe(401);
    expect((await withTokens(tokens[1], 'GET', '/users/me')).status).toBe(200);
    expect((await caller.delete('/users/me/sessions')).status).toBe(204);
    for (const token of tokens) expect((await withTokens(token, 'GET', '/users/me')).status).toBe(401);
    expect((await caller.get('/users/me')).status).toBe(200);
    expect((await colleague.get('/users/me')).status).toBe(200);
    expect(await actionsOf(caller)).toContain('own-sessions_end');
  });
});

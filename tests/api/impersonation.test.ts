import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TokenPair } from '../../src/shared/session.ts';
import { subscribe } from '../support/billing.ts';
import { type Answer, type Caller, PASSWORD, type SharedServer, sharedServer, until } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

let server: SharedServer;
let ana: Staff;
let customer: Caller;
beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  ana = await createStaff(server, { name: 'Ana da Prosa' });
  customer = await server.signUp({ name: 'Bia Cliente' });
});

const query = (text: string, ...values: unknown[]) => server.services.db.pool.query(text, values);
const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
const ask = (token: string, path: string): Promise<Answer> =>
  server.call({ method: 'GET', url: `/api${path}`, headers: withToken(token) });
const send = (
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
): Promise<Answer> =>
  server.call({ method, url: `/api${path}`, headers: withToken(token), ...(payload ? { payload } : {}) });
const refresh = (refreshToken: string): Promise<Answer<TokenPair>> =>
  server.call({ method: 'GET', url: '/api/sessions/refresh', headers: { 'refresh-token': refreshToken } });
const leave = (refreshToken: string) =>
  server.call({ method: 'POST', url: '/api/admin/leave', headers: { 'refresh-token': refreshToken } });
const logout = (refreshToken: string) =>
  server.call({ method: 'POST', url: '/api/auth/logout', headers: { 'refresh-token': refreshToken } });
const enter = (staff: Staff, accountId: string) =>
  send(staff.tokens.accessToken, 'POST', '/admin/login', { accountId, reason: 'Ajuda' });
const inside = async (staff = ana, account = customer): Promise<TokenPair> =>
  (await enter(staff, account.accountId)).body.session;
const entriesOf = async (accountId: string, action: string) =>
  (await query('select * from audit_entries where account_id = $1 and action = $2 order by at, id', accountId, action))
    .rows;

describe('starting an impersonation', () => {
  it("opens a session of the account's first active owner, with the staff user as actor", async () => {
    const { pool } = server.services.db;
    await pool.query(`update users set created_at = now() - interval '1 year' where id = $1`, [customer.userId]);
    await server.as(customer, 'OWNER');
    const { status, body } = await enter(ana, customer.accountId);
    expect(status).toBe(200);
    expect(body.plan).toMatchObject({ name: 'Grátis', status: 'ACTIVE', failedPayment: false });
    const me = (await ask(body.session.accessToken, '/users/me')).body;
    expect(me).toMatchObject({ id: customer.userId, accountId: customer.accountId, role: 'OWNER' });
    expect(me.flags).not.toContain('self');
    const token = decodeJwt(body.session.accessToken);
    expect(token).toMatchObject({ sub: customer.userId, role: 'OWNER', actor: ana.userId });
    expect((await ask(body.session.accessToken, '/contexts')).body.total).toBe(1);
  });

  it('skips owners who cannot sign in themselves', async () => {
    const second = await server.as(customer, 'OWNER');
    await query(`update users set status = 'INACTIVE' where id = $1`, customer.userId);
    expect(decodeJwt((await inside()).accessToken).sub).toBe(second.userId);
    await query(`update users set status = 'INACTIVE' where account_id = $1`, customer.accountId);
    const other = await createStaff(server);
    expect((await enter(other, customer.accountId)).status).toBe(404);
    // The failed attempt leaves the staff user's own session unchanged.
    expect((await ask(other.tokens.accessToken, '/users/me')).status).toBe(200);
  });

  it('returns 404 for a staff or unknown account and 422 for an invalid id', async () => {
    const colleague = await createStaff(server);
    expect((await enter(ana, colleague.accountId)).status).toBe(404);
    expect((await enter(ana, ana.accountId)).status).toBe(404);
    expect((await enter(ana, randomUUID())).status).toBe(404);
    expect((await enter(ana, 'todas')).status).toBe(422);
    expect((await ask(ana.tokens.accessToken, '/users/me')).status).toBe(200);
  });

  it('is allowed only for WM_ADMIN', async () => {
    for (const role of ['WM_FINANCIAL', 'WM_READER'] as const) {
      const staff = await createStaff(server, { role });
      expect((await enter(staff, customer.accountId)).body).toMatchObject({ status: 403, code: 'forbidden' });
    }
    expect((await customer.post('/admin/login', { accountId: customer.accountId, reason: 'Ajuda' })).status).toBe(403);
    expect((await server.call({ method: 'POST', url: '/api/admin/login', payload: {} })).status).toBe(401);
  });

  it('is recorded in the audit logs of both accounts', async () => {
    await inside();
    const [theirs] = await entriesOf(customer.accountId, 'impersonation_started');
    expect(theirs).toMatchObject({ user_id: customer.userId, actor_id: ana.userId, actor_name: 'Ana da Prosa' });
    expect(theirs.detail.reason).toBe('Ajuda');
    expect(theirs.ip).toBeTruthy();
    const [ours] = (await entriesOf(ana.accountId, 'impersonation_started')).filter(
      (one) => one.user_id === ana.userId,
    );
    expect(ours).toMatchObject({ subject: null, detail: { accountId: customer.accountId } });
    expect(ours.detail).not.toHaveProperty('reason');
    // The customer's name is read when listed, not stored, so nothing of it stays in the staff's log after the account
    // is erased.
    const chief = await createStaff(server);
    const { data } = (await chief.get(`/admin/audit-log?accountId=${ana.accountId}&action=impersonation_started`)).body;
    expect(data).toMatchObject([{ subject: 'Bia Cliente', userName: 'Ana da Prosa', actorName: null }]);
  });
});

describe("the staff user's own session", () => {
  it('is suspended until the impersonation ends, together with its refresh token', async () => {
    const session = await inside();
    expect((await ask(ana.tokens.accessToken, '/users/me')).body.code).toBe('session_expired');
    expect((await ask(ana.tokens.accessToken, '/admin/accounts')).status).toBe(401);
    expect((await refresh(ana.tokens.refreshToken)).status).toBe(401);
    await logout(ana.tokens.refreshToken);
    expect((await ask(session.accessToken, '/users/me')).status).toBe(200);
    expect((await enter(ana, customer.accountId)).status).toBe(401);

    expect((await leave(ana.tokens.refreshToken)).status).toBe(204);
    expect((await ask(session.accessToken, '/users/me')).body.code).toBe('session_expired');
    expect((await refresh(session.refreshToken)).status).toBe(401);
    expect((await ask(ana.tokens.accessToken, '/users/me')).body.id).toBe(ana.userId);
    expect((await refresh(ana.tokens.refreshToken)).status).toBe(200);
    const ended = await entriesOf(customer.accountId, 'impersonation_ended');
    expect(ended).toMatchObject([{ actor_id: ana.userId, detail: { how: 'left' } }]);
  });

  it('is resumed only by its own refresh token', async () => {
    const session = await inside();
    const parts = ana.tokens.refreshToken.split('.');
    const forged = [...parts.slice(0, 2), 'A'.repeat(43)].join('.');
    for (const token of [
      '',
      'x',
      forged,
      session.refreshToken.replace(/.$/, '_'),
      customer.tokens.refreshToken + '0',
    ]) {
      expect((await leave(token)).body).toMatchObject({ status: 401, code: 'session_expired' });
    }
    expect((await ask(session.accessToken, '/users/me')).status).toBe(200);
    expect((await leave(ana.tokens.refreshToken)).status).toBe(204);
    expect((await leave(ana.tokens.refreshToken)).status).toBe(204);
  });

  it('is not resumed by a token that is not suspended', async () => {
    const session = await inside();
    expect((await leave(session.refreshToken)).status).toBe(204);
    expect((await ask(session.accessToken, '/users/me')).status).toBe(200);
    expect((await ask(ana.tokens.accessToken, '/users/me')).status).toBe(401);
  });

  it('can be resumed after the impersonation expires', async () => {
    const session = await inside();
    await query(`update sessions set expires_at = now() - interval '1 second' where actor_user_id = $1`, ana.userId);
    expect((await ask(session.accessToken, '/users/me')).status).toBe(401);
    expect((await refresh(session.refreshToken)).status).toBe(401);
    expect((await ask(ana.tokens.accessToken, '/users/me')).status).toBe(401);
    expect((await leave(ana.tokens.refreshToken)).status).toBe(204);
    expect((await ask(ana.tokens.accessToken, '/users/me')).status).toBe(200);
  });
});

describe('the duration of an impersonation', () => {
  it('is 60 minutes from its start, and a refresh keeps the actor and does not extend it', async () => {
    const session = await inside();
    const endOf = async () =>
      (await query('select expires_at from sessions where actor_user_id = $1', ana.userId)).rows[0].expires_at as Date;
    const end = await endOf();
    expect(end.getTime() - Date.now()).toBeLessThanOrEqual(60 * 60_000);
    expect(end.getTime() - Date.now()).toBeGreaterThan(59 * 60_000);
    const next = (await refresh(session.refreshToken)).body;
    expect(decodeJwt(next.accessToken)).toMatchObject({ sub: customer.userId, actor: ana.userId });
    expect(await endOf()).toEqual(end);
    // Near the end, the access token expires with the session.
    await query(`update sessions set expires_at = now() + interval '2 minutes' where actor_user_id = $1`, ana.userId);
    const last = (await refresh(next.refreshToken)).body;
    expect(decodeJwt(last.accessToken).exp! * 1_000 - Date.now()).toBeLessThanOrEqual(2 * 60_000);
  });

  it("does not shorten the customer's own session", async () => {
    const next = (await refresh(customer.tokens.refreshToken)).body;
    expect(decodeJwt(next.accessToken).exp! * 1_000 - Date.now()).toBeGreaterThan(14 * 60_000);
    const { rows } = await query('select expires_at from sessions where user_id = $1', customer.userId);
    expect(rows[0].expires_at.getTime() - Date.now()).toBeGreaterThan(29 * 86_400_000);
  });

  it.each([
    ['demoted', `update users set role = 'WM_READER' where id = $1`],
    ['deactivated', `update users set status = 'INACTIVE' where id = $1`],
    ['signed out elsewhere', `update sessions set revoked_at = now() where user_id = $1 and actor_user_id is null`],
  ])('ends with the next request when the staff user is %s', async (_, change) => {
    const session = await inside();
    expect((await ask(session.accessToken, '/users/me')).status).toBe(200);
    await query(change, ana.userId);
    expect((await ask(session.accessToken, '/users/me')).body.code).toBe('session_expired');
    expect((await refresh(session.refreshToken)).status).toBe(401);
  });

  it('ends when the staff user enters another account, also in another browser', async () => {
    const first = await inside();
    const otherSession = await ana.signInAgain();
    const other = await server.signUp();
    const second = await inside(otherSession, other);
    expect((await ask(first.accessToken, '/users/me')).status).toBe(401);
    expect((await ask(second.accessToken, '/users/me')).body.accountId).toBe(other.accountId);
    const [ended] = await entriesOf(customer.accountId, 'impersonation_ended');
    expect(ended.detail).toEqual({ how: 'replaced' });
    // The first browser can still return to its own session.
    expect((await leave(ana.tokens.refreshToken)).status).toBe(204);
    expect((await ask(second.accessToken, '/users/me')).status).toBe(200);
  });

  it('leaves one session open after two concurrent starts', async () => {
    const otherSession = await ana.signInAgain();
    await Promise.all([enter(ana, customer.accountId), enter(otherSession, customer.accountId)]);
    const { rows } = await query(
      'select count(*)::int as n from sessions where actor_user_id = $1 and revoked_at is null',
      ana.userId,
    );
    expect(rows[0].n).toBe(1);
  });

  it("ends with a logout, which also ends the staff user's own session", async () => {
    const session = await inside();
    expect((await logout(session.refreshToken)).status).toBe(204);
    expect((await ask(session.accessToken, '/users/me')).status).toBe(401);
    expect((await leave(ana.tokens.refreshToken)).status).toBe(401);
    expect((await refresh(ana.tokens.refreshToken)).status).toBe(401);
    expect((await entriesOf(customer.accountId, 'impersonation_ended'))[0].detail).toEqual({ how: 'signed_out' });
    expect((await entriesOf(ana.accountId, 'sign_out')).filter((one) => one.user_id === ana.userId)).toHaveLength(1);
    expect((await customer.get('/users/me')).status).toBe(200);
  });
});

describe('an impersonated session', () => {
  it.each([
    ['PUT', '/users/me/password', { current: PASSWORD, password: 'Outra#Frase9 longa' }],
    ['DELETE', '/users/me', { reason: 'Porque sim, e pronto.', password: PASSWORD }],
    ['POST', '/users/me/undo-deletion', undefined],
    ['PATCH', '/users/me', { name: 'Outro Nome' }],
    ['POST', '/users', { email: 'nova@dona.com.br', role: 'OWNER', contextIds: [] }],
    ['PUT', '/users/{id}', { role: 'READER', contextIds: [], status: 'ACTIVE' }],
    ['DELETE', '/users/{id}', undefined],
    ['POST', '/users/{id}/resend-invitation', undefined],
    ['POST', '/subscription/checkout', {}],
    ['POST', '/subscription/change', {}],
    ['POST', '/subscription/prepaid', {}],
    ['POST', '/subscription/cancel', { version: 0 }],
    ['POST', '/subscription/reactivate', { version: 0 }],
    ['POST', '/subscription/cancel-change', { version: 0 }],
    ['POST', '/subscription/payment-method', {}],
    ['POST', '/subscription/payment-method/setup', undefined],
    ['PUT', '/account', { type: 'PERSONAL', name: 'Outra Conta', cnpj: null, companyName: null }],
    ['POST', '/conversations/{id}/erase-visitor', undefined],
    ['GET', '/conversations/export', undefined],
    ['GET', '/account/export', undefined],
    ['GET', '/audit-log?format=csv', undefined],
  ] as const)('cannot use %s %s', async (method, path, body) => {
    const session = await inside();
    const answer = await send(session.accessToken, method, path.replace('{id}', customer.userId), body);
    expect(answer.body).toMatchObject({ status: 403, code: 'forbidden' });
    expect(answer.body.message).toContain('em nome dele');
  });

  it('can read data and edit contents', async () => {
    const session = await inside();
    const faq = { contextId: customer.contextId, question: 'Abrem domingo?', answer: 'Sim, das 9h às 13h.' };
    expect((await send(session.accessToken, 'POST', '/contents/faq', faq)).status).toBe(201);
    for (const path of ['/users', '/dashboard', '/subscription', '/invoices', '/account', '/audit-log'])
      expect((await ask(session.accessToken, path)).status, path).toBe(200);
  });

  it('sees no subscription commands and no payment secret', async () => {
    await subscribe(customer, 'essential', { card: 'confirms' });
    const own = (await customer.get('/subscription')).body;
    expect(own).toMatchObject({ allowedCommands: ['cancelChange', 'prepaid'], payments: [{ kind: 'confirm' }] });
    const session = await inside();
    expect((await ask(session.accessToken, '/subscription')).body).toMatchObject({ allowedCommands: [], payments: [] });
  });

  it('can use only the account list among the staff operations', async () => {
    const session = await inside();
    expect((await ask(session.accessToken, '/admin/accounts')).status).toBe(200);
    for (const path of ['/admin/models', '/admin/general', '/admin/jobs', '/admin/audit-log', '/admin/policy'])
      expect((await ask(session.accessToken, path)).status, path).toBe(403);
    expect((await ask(session.accessToken, `/admin/accounts/${customer.accountId}`)).status).toBe(403);
    const again = await send(session.accessToken, 'POST', '/admin/login', {
      accountId: customer.accountId,
      reason: 'Ajuda',
    });
    expect(again.body).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('can list accounts because of its actor, while the owner cannot', async () => {
    expect((await customer.get('/admin/accounts')).status).toBe(403);
  });

  it('records the actor with each change', async () => {
    const session = await inside();
    const rule = { contextId: customer.contextId, word: 'horário', link: 'https://loja.com.br', caseSensitive: false };
    expect((await send(session.accessToken, 'POST', '/hyperlinks', rule)).status).toBe(201);
    const [written] = await entriesOf(customer.accountId, 'hyperlinks_create');
    expect(written).toMatchObject({ user_id: customer.userId, actor_name: 'Ana da Prosa' });
    const log = (await customer.get('/audit-log')).body.data;
    expect(log.map((entry: any) => [entry.action, entry.actorName])).toContainEqual([
      'hyperlinks_create',
      'Ana da Prosa',
    ]);
  });
});

describe('the owner of the account', () => {
  const aboutStaff = async () =>
    (await server.mailsTo(customer.email)).filter(({ subject }) => subject?.includes('equipe da Prosa'));
  const reports = async () =>
    (await server.mailsTo(customer.email)).filter(({ subject }) => subject?.includes('terminou'));
  const drained = () =>
    until(async () => {
      const { rows } = await query('select count(*)::int as n from jobs where account_id = $1', customer.accountId);
      return rows[0].n === 0;
    });

  it('is informed by email when staff enter, with name and end time', async () => {
    await inside();
    const mail = await until(async () =>
      (await server.mailsTo(customer.email)).find(({ subject }) => subject?.includes('entrou na conta')),
    );
    expect(mail.subject).toBe('Ana da Prosa, da equipe da Prosa, entrou na conta Bia Cliente');
    const { rows } = await query('select expires_at from sessions where actor_user_id = $1', ana.userId);
    const timeOfDay = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: 'America/Sao_Paulo' });
    expect(mail.text).toContain(timeOfDay.format(rows[0].expires_at));
    expect(await reports()).toEqual([]);
  });

  const ends: [string, (session: TokenPair) => Promise<unknown>][] = [
    ['leave', () => leave(ana.tokens.refreshToken)],
    ['log out', (session) => logout(session.refreshToken)],
    [
      'let the session expire',
      async () => {
        await query(`update sessions set expires_at = now() where actor_user_id = $1`, ana.userId);
        await query(
          `update jobs set run_at = now() where account_id = $1 and kind = 'impersonation-report'`,
          customer.accountId,
        );
      },
    ],
    [
      'are signed out by a new password',
      () => customer.put('/users/me/password', { current: PASSWORD, password: 'Outra#Frase9 longa' }),
    ],
  ];
  it.each(ends)('receives one email about the changes when staff %s', async (_, end) => {
    const session = await inside();
    const rule = { contextId: customer.contextId, word: 'horário', link: 'https://loja.com.br', caseSensitive: false };
    expect((await send(session.accessToken, 'POST', '/hyperlinks', rule)).status).toBe(201);
    await end(session);
    const mail = await until(async () => (await reports())[0]);
    expect(mail.text).toContain('Ana da Prosa, da equipe da Prosa, esteve na conta Bia Cliente');
    expect(mail.text).toMatch(/O que mudou:\r?\n- .*horário\r?\n/);
    await leave(ana.tokens.refreshToken);
    await logout(session.refreshToken);
    await drained();
    expect(await reports()).toHaveLength(1);
    expect(await aboutStaff()).toHaveLength(2);
    const ended = await entriesOf(customer.accountId, 'impersonation_ended');
    expect(ended).toHaveLength(1);
  });

  it('receives an email that nothing was changed, also when something was refused', async () => {
    const { accessToken } = await inside();
    expect((await ask(accessToken, '/admin/models')).status).toBe(403);
    expect(await entriesOf(customer.accountId, 'staff_call_refused')).toHaveLength(1);
    await leave(ana.tokens.refreshToken);
    expect((await until(async () => (await reports())[0])).text).toContain('Nada foi mudado.');
  });
});

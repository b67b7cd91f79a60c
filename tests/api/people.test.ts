import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenant } from '../../src/server/db/tenant.ts';
import { loggedAddress } from '../../src/server/http/log-address.ts';
import { editUser, removeUser } from '../../src/server/identity/people/edit-person.ts';
import { type Caller, eventsOf, PASSWORD, startServer, type TestServer, textOf, until } from '../support/server.ts';

let server: TestServer;
const logged: string[] = [];
const log = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk));
    done();
  },
});
beforeAll(async () => {
  server = await startServer({ app: { logger: pino({ level: 'trace' }, log) } });
});
afterAll(() => server.close());

const address = () => `convidada-${randomUUID().slice(0, 8)}@empresa.com.br`;
const codeOf = (answer: { status: number; body: any }) => [answer.status, answer.body?.code];

/** Returns the token in an invitation email, by default from the first one. */
async function tokenFor(email: string, after = 0): Promise<string> {
  const mail = await until(async () => (await server.mailsTo(email))[after]);
  const token = /\/invitation\/(\S+)/.exec(mail.text ?? '')?.[1];
  if (!token) throw new Error(`no link in ${mail.text}`);
  return token;
}

const open = (token: string) => server.call({ method: 'GET', url: `/api/invitations/${token}` });
const accept = (token: string, body: object = { name: 'Bruna Reis', password: PASSWORD }) =>
  server.call({ method: 'POST', url: `/api/invitations/${token}`, payload: body });
const login = (email: string, password = PASSWORD) =>
  server.call({ method: 'POST', url: '/api/auth/login', payload: { email, password } });

/** Invites a user, accepts the invitation and returns functions that call the API as that user. */
async function join(owner: Caller, body: { role: string; contextIds?: string[] }) {
  const email = address();
  const invited = await owner.post('/users', { email, contextIds: [], ...body });
  expect(invited.status, invited.text).toBe(201);
  const accepted = await accept(await tokenFor(email));
  expect(accepted.status, accepted.text).toBe(200);
  const authorization = `Bearer ${accepted.body.accessToken}`;
  const send =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    (path: string, payload?: object, headers: Record<string, string> = {}) =>
      server.call({
        method,
        url: `/api${path}`,
        headers: { authorization, ...headers },
        ...(payload ? { payload } : {}),
      });
  return {
    id: invited.body.id as string,
    email,
    tokens: accepted.body,
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    delete: send('DELETE'),
  };
}

const auditOf = async (accountId: string, action: string) =>
  (
    await server.services.db.pool.query(
      'select * from audit_entries where account_id = $1 and action = $2 order by at',
      [accountId, action],
    )
  ).rows;

/** Returns an account on a plan with many users. */
async function bigAccount(): Promise<Caller> {
  const owner = await server.signUp();
  const { pool } = server.services.db;
  await pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [owner.accountId]);
  return owner;
}

describe('an invitation', () => {
  it('is emailed, shown, accepted once, and signs the user in', async () => {
    const owner = await server.signUp({ name: 'Helena Prado' });
    const email = address();
    const invited = await owner.post('/users', { email: ` ${email.toUpperCase()} `, role: 'WRITER', contextIds: [] });
    expect(invited.status).toBe(201);
    expect(invited.body).toMatchObject({ email, name: null, role: 'WRITER', contextIds: [], status: 'PENDING' });
    const token = await tokenFor(email);
    const shown = await open(token);
    expect(shown.body).toMatchObject({ email, account: 'Helena Prado', inviter: 'Helena Prado', role: 'WRITER' });
    expect(new Date(shown.body.expiresAt).getTime() / 86_400_000).toBeCloseTo(Date.now() / 86_400_000 + 7, 1);
    expect((await accept(token, { name: 'Bruna Reis', password: 'fraca' })).status).toBe(422);
    const accepted = await accept(token);
    expect(accepted.status).toBe(200);
    const me = await server.call({
      method: 'GET',
      url: '/api/users/me',
      headers: { authorization: `Bearer ${accepted.body.accessToken}` },
    });
    expect(me.body).toMatchObject({ email, name: 'Bruna Reis', role: 'WRITER', accountId: owner.accountId });
    expect((await login(email)).status).toBe(200);
    expect((await owner.get(`/users/${invited.body.id}`)).body).toMatchObject({ name: 'Bruna Reis', status: 'ACTIVE' });
    // Once accepted, the link can neither be opened nor accepted again.
    expect(codeOf(await open(token))).toEqual([410, 'link_expired']);
    expect(codeOf(await accept(token))).toEqual([410, 'link_expired']);
    expect(await auditOf(owner.accountId, 'user_invited')).toMatchObject([{ subject: email, user_id: owner.userId }]);
    expect(await auditOf(owner.accountId, 'invitation_accepted')).toMatchObject([{ user_name: 'Bruna Reis' }]);
  });

  it('is accepted once by concurrent requests', async () => {
    const owner = await server.signUp();
    const email = address();
    await owner.post('/users', { email, role: 'READER', contextIds: [] });
    const token = await tokenFor(email);
    const both = await Promise.all([accept(token), accept(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('returns 409 for an address in the same account', async () => {
    const owner = await server.signUp();
    const known = await owner.post('/users', { email: owner.email, role: 'READER', contextIds: [] });
    expect(codeOf(known)).toEqual([409, 'person_known']);
    const email = address();
    const twice = [1, 2].map(() => owner.post('/users', { email, role: 'READER', contextIds: [] }));
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await owner.get('/users')).body.total).toBe(2);
  });

  it('of a person with another account is not revealed to the inviter; the person gets an email and cannot accept it', async () => {
    const [owner, other] = [await bigAccount(), await server.signUp()];
    const stranger = address();
    const [known, unknown] = [
      await owner.post('/users', { email: other.email, role: 'READER', contextIds: [] }),
      await owner.post('/users', { email: stranger, role: 'READER', contextIds: [] }),
    ];
    const seen = ({ status, body }: typeof known) =>
      JSON.stringify([status, { ...body, id: '', createdAt: '' }]).replace(/[\w-]+@empresa\.com\.br/, 'x');
    expect(known.status).toBe(201);
    expect(seen(known)).toBe(seen(unknown));
    const mail = await until(async () =>
      (await server.mailsTo(other.email)).find(({ text }) => text?.includes('/invitation/')),
    );
    expect(mail.text).toContain('já tem uma conta na Prosa');
    const token = /\/invitation\/(\S+)/.exec(mail.text ?? '')?.[1] ?? '';
    expect(codeOf(await open(token))).toEqual([409, 'email_taken']);
    expect(codeOf(await accept(token))).toEqual([409, 'email_taken']);
    expect((await login(other.email)).status).toBe(200);
    const listed = (await owner.get('/users?status=PENDING')).body.data.map(({ email }: { email: string }) => email);
    expect(listed.sort()).toEqual([other.email, stranger].sort());
  });

  it('can be accepted in only one of two accounts', async () => {
    const [one, two] = [await server.signUp(), await server.signUp()];
    const email = address();
    for (const owner of [one, two]) {
      expect((await owner.post('/users', { email, role: 'READER', contextIds: [] })).status).toBe(201);
    }
    const tokens = [await tokenFor(email, 0), await tokenFor(email, 1)];
    const answers = await Promise.all(tokens.map((token) => accept(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is valid only while its inviter may assign that role', async () => {
    const owner = await bigAccount();
    const { pool } = server.services.db;
    const removals: [string, (id: string) => Promise<unknown>][] = [
      ['demoted', (id) => owner.put(`/users/${id}`, { role: 'WRITER' })],
      ['removed', (id) => owner.delete(`/users/${id}`)],
      ['deactivated', (id) => owner.put(`/users/${id}`, { status: 'INACTIVE' })],
      [
        'limited to fewer contexts',
        (id) => owner.put(`/users/${id}`, { role: 'ADMIN', contextIds: [owner.contextId] }),
      ],
      ['demoted directly in the database', (id) => pool.query(`update users set role = 'WRITER' where id = $1`, [id])],
    ];
    for (const [way, lose] of removals) {
      const admin = await join(owner, { role: 'ADMIN' });
      const email = address();
      const invited = (await admin.post('/users', { email, role: 'ADMIN', contextIds: [] })).body;
      const token = await tokenFor(email);
      expect((await open(token)).status, way).toBe(200);
      await lose(admin.id);
      expect(codeOf(await open(token)), way).toEqual([410, 'link_expired']);
      expect(codeOf(await accept(token)), way).toEqual([410, 'link_expired']);
      if (way.includes('directly')) continue;
      expect((await owner.get(`/users/${invited.id}`)).body.status, way).toBe('EXPIRED');
      // A user who may assign the role sends it again.
      expect((await owner.post(`/users/${invited.id}/resend-invitation`)).status).toBe(202);
      expect((await accept(await tokenFor(email, 1))).status, way).toBe(200);
    }
  });

  it('of an owner who was demoted to admin stays valid for a reader but not for an owner', async () => {
    const owner = await bigAccount();
    const second = await join(owner, { role: 'OWNER' });
    const [asOwner, asReader] = [address(), address()];
    await second.post('/users', { email: asOwner, role: 'OWNER', contextIds: [] });
    await second.post('/users', { email: asReader, role: 'READER', contextIds: [] });
    await owner.put(`/users/${second.id}`, { role: 'ADMIN' });
    expect((await accept(await tokenFor(asOwner))).status).toBe(410);
    expect((await accept(await tokenFor(asReader))).status).toBe(200);
  });

  it('is mentioned in an email to someone who signs up with its address', async () => {
    const owner = await server.signUp({ name: 'Helena Prado' });
    const email = address();
    await owner.post('/users', { email, role: 'READER', contextIds: [] });
    await tokenFor(email);
    const signUp = { name: 'Bruna', email, password: PASSWORD, website: 'https://bruna.com.br' };
    expect((await server.call({ method: 'POST', url: '/api/auth/register', payload: signUp })).status).toBe(202);
    const mail = await until(async () =>
      (await server.mailsTo(email)).find(({ subject }) => subject === 'Você já tem um convite na Prosa'),
    );
    expect(mail.text).toMatch(/^Olá!\s[\s\S]*convite para a conta Helena Prado/);
    expect((await owner.get('/users?status=PENDING')).body.total).toBe(1);
  });

  it('expires, and a new link replaces the old one', async () => {
    const owner = await server.signUp();
    const email = address();
    const { id } = (await owner.post('/users', { email, role: 'READER', contextIds: [] })).body;
    const old = await tokenFor(email);
    await server.services.db.pool.query(
      `update mailed_secrets set expires_at = now() - interval '1 second' where user_id = $1`,
      [id],
    );
    expect(codeOf(await open(old))).toEqual([410, 'link_expired']);
    expect(codeOf(await accept(old))).toEqual([410, 'link_expired']);
    expect((await owner.get('/users?status=EXPIRED')).body.data).toMatchObject([{ id, status: 'EXPIRED' }]);
    expect((await owner.get('/users?status=PENDING')).body.data).toEqual([]);
    const again = await owner.post(`/users/${id}/resend-invitation`);
    expect([again.status, again.body.status]).toEqual([202, 'PENDING']);
    const fresh = await tokenFor(email, 1);
    expect(fresh).not.toBe(old);
    await server.services.db.pool.query(
      `update mailed_secrets set expires_at = now() + interval '1 day' where user_id = $1`,
      [id],
    );
    expect((await open(old)).status).toBe(410);
    expect((await accept(fresh)).status).toBe(200);
    expect((await owner.post(`/users/${id}/resend-invitation`)).status).toBe(404);
  });

  it('never writes its token to the log', async () => {
    const owner = await server.signUp();
    const email = address();
    await owner.post('/users', { email, role: 'READER', contextIds: [] });
    const token = await tokenFor(email);
    await open(token);
    await server.call({ method: 'GET', url: `/api/invitations/${token}x` });
    await accept(token);
    const text = logged.join('');
    expect(text.includes('/api/invitations/…')).toBe(true);
    expect(text.includes(token.slice(-30))).toBe(false);
    expect(loggedAddress(`/invitation/${token}`)).toBe('/invitation/…');
    expect(loggedAddress(`/api/weekly-mail/stop/${token}`)).toBe('/api/weekly-mail/stop/…');
    expect(loggedAddress(`/preview/${randomUUID()}`)).toBe('/preview/…');
    expect(loggedAddress(`/api/demo-links/${randomUUID()}`)).toBe('/api/demo-links/…');
    expect(loggedAddress(`/api/contexts/a/demo-links/${randomUUID()}?x`)).toBe('/api/contexts/a/demo-links/…');
    expect(loggedAddress(`/login/social?code=${token}&x=1`)).toBe('/login/social');
  });

  it.each(['', 'x', `${randomUUID()}.${randomUUID()}.${'a'.repeat(43)}`])(
    'rejects an invalid token: %s',
    async (token) => {
      expect([404, 410]).toContain((await open(token)).status);
      expect([404, 410]).toContain((await accept(token)).status);
    },
  );
});

describe('permissions between users', () => {
  it('an admin cannot create, change or remove an owner', async () => {
    const owner = await bigAccount();
    const admin = await join(owner, { role: 'ADMIN' });
    const writer = await join(owner, { role: 'WRITER' });
    const made = await admin.post('/users', { email: address(), role: 'OWNER', contextIds: [] });
    expect(codeOf(made)).toEqual([403, 'forbidden']);
    expect(codeOf(await admin.put(`/users/${writer.id}`, { role: 'OWNER' }))).toEqual([403, 'forbidden']);
    expect(codeOf(await admin.put(`/users/${owner.userId}`, { role: 'READER' }))).toEqual([403, 'forbidden']);
    expect(codeOf(await admin.put(`/users/${owner.userId}`, { status: 'INACTIVE' }))).toEqual([403, 'forbidden']);
    expect(codeOf(await admin.delete(`/users/${owner.userId}`))).toEqual([403, 'forbidden']);
    const invited = (await owner.post('/users', { email: address(), role: 'OWNER', contextIds: [] })).body;
    expect(codeOf(await admin.post(`/users/${invited.id}/resend-invitation`))).toEqual([403, 'forbidden']);
    expect((await admin.put(`/users/${writer.id}`, { role: 'ADMIN' })).body.role).toBe('ADMIN');
  });

  it('no user can change or remove themselves', async () => {
    const owner = await server.signUp();
    const admin = await join(owner, { role: 'ADMIN' });
    for (const [caller, id] of [
      [owner, owner.userId],
      [admin, admin.id],
    ] as const) {
      expect(codeOf(await caller.put(`/users/${id}`, { role: 'READER' }))).toEqual([409, 'own_role']);
      expect(codeOf(await caller.put(`/users/${id}`, { status: 'INACTIVE' }))).toEqual([409, 'own_role']);
      expect(codeOf(await caller.delete(`/users/${id}`))).toEqual([409, 'own_role']);
    }
  });

  it('one owner remains when two owners remove each other concurrently', async () => {
    const removals = ['demote', 'deactivate', 'remove'] as const;
    for (const removal of removals) {
      const owner = await server.signUp();
      const second = await join(owner, { role: 'OWNER' });
      const go = (who: Pick<Caller, 'put' | 'delete'>, id: string) =>
        removal === 'demote'
          ? who.put(`/users/${id}`, { role: 'READER' })
          : removal === 'deactivate'
            ? who.put(`/users/${id}`, { status: 'INACTIVE' })
            : who.delete(`/users/${id}`);
      const answers = await Promise.all([go(owner, second.id), go(second as never, owner.userId)]);
      const left = await server.services.db.pool.query(
        `select count(*)::int as n from users where account_id = $1 and role = 'OWNER' and status = 'ACTIVE'`,
        [owner.accountId],
      );
      expect(left.rows[0].n, removal).toBe(1);
      expect(answers.filter(({ status }) => status < 300).length, removal).toBe(1);
    }
  });

  it('inactive and invited owners do not count as the last owner', async () => {
    const owner = await server.signUp();
    const second = await join(owner, { role: 'OWNER' });
    await owner.post('/users', { email: address(), role: 'OWNER', contextIds: [] });
    expect((await owner.put(`/users/${second.id}`, { status: 'INACTIVE' })).body.status).toBe('INACTIVE');
    // A request that the second owner sent before being deactivated is processed afterwards.
    const { accountId, userId } = owner;
    const late = {
      accountId,
      userId: second.id,
      sessionId: '',
      role: 'OWNER' as const,
      tenant: tenant(accountId, 'all'),
    };
    const { services } = server;
    for (const change of [{ role: 'ADMIN' }, { status: 'INACTIVE' }] as const) {
      await expect(editUser(services, late, userId, change)).rejects.toMatchObject({ code: 'last_owner' });
    }
    await expect(removeUser(services, late, userId)).rejects.toMatchObject({ code: 'last_owner' });
    expect((await owner.get('/users/me')).body.role).toBe('OWNER');
  });

  it('deactivating a user ends their sessions, and they can sign in again only after reactivation', async () => {
    const owner = await server.signUp();
    const writer = await join(owner, { role: 'WRITER' });
    expect((await owner.put(`/users/${writer.id}`, { status: 'INACTIVE' })).body.status).toBe('INACTIVE');
    expect((await writer.get('/users/me')).status).toBe(401);
    const refreshed = await server.call({
      method: 'GET',
      url: '/api/sessions/refresh',
      headers: { 'refresh-token': writer.tokens.refreshToken },
    });
    expect(refreshed.status).toBe(401);
    expect((await login(writer.email)).status).toBe(401);
    await owner.put(`/users/${writer.id}`, { status: 'ACTIVE' });
    // The old session stays ended.
    expect((await writer.get('/users/me')).status).toBe(401);
    expect((await login(writer.email)).status).toBe(200);
    expect((await auditOf(owner.accountId, 'user_deactivated')).length).toBe(1);
    expect((await auditOf(owner.accountId, 'user_activated')).length).toBe(1);
  });

  it('a pending invitation cannot be activated manually', async () => {
    const owner = await server.signUp();
    const { id } = (await owner.post('/users', { email: address(), role: 'READER', contextIds: [] })).body;
    expect(codeOf(await owner.put(`/users/${id}`, { status: 'ACTIVE' }))).toEqual([409, 'invitation_pending']);
    expect((await owner.put(`/users/${id}`, { role: 'WRITER' })).body).toMatchObject({
      role: 'WRITER',
      status: 'PENDING',
    });
  });

  it('a removed user loses session and login, can be invited again, and stays in the audit log', async () => {
    const owner = await server.signUp();
    const reader = await join(owner, { role: 'READER' });
    expect((await owner.delete(`/users/${reader.id}`)).status).toBe(204);
    expect((await reader.get('/users/me')).status).toBe(401);
    expect((await login(reader.email)).status).toBe(401);
    const [accepted] = await auditOf(owner.accountId, 'invitation_accepted');
    expect(accepted).toMatchObject({ user_name: 'Bruna Reis', subject: reader.email });
    const again = await owner.post('/users', { email: reader.email, role: 'READER', contextIds: [] });
    expect(again.status).toBe(201);
    expect((await owner.delete(`/users/${again.body.id}`)).status).toBe(204);
    expect((await open(await tokenFor(reader.email, 1))).status).toBe(410);
  });

  it('users of another account cannot be read or changed', async () => {
    const [owner, other] = [await server.signUp(), await server.signUp()];
    const reader = await join(other, { role: 'READER' });
    expect((await owner.get(`/users/${reader.id}`)).status).toBe(404);
    expect((await owner.put(`/users/${reader.id}`, { role: 'ADMIN' })).status).toBe(404);
    expect((await owner.delete(`/users/${reader.id}`)).status).toBe(404);
    expect((await owner.post(`/users/${reader.id}/resend-invitation`)).status).toBe(404);
    const foreign = { email: address(), role: 'READER', contextIds: [other.contextId] };
    expect((await owner.post('/users', foreign)).status).toBe(404);
    expect((await reader.get('/users/me')).status).toBe(200);
  });
});

describe('the contexts of a user', () => {
  it('are limited to those of the admin who assigns them, and users with other contexts are hidden', async () => {
    const owner = await bigAccount();
    const mine = (await owner.post('/contexts', { name: 'Filial' })).body.id;
    const admin = await join(owner, { role: 'ADMIN', contextIds: [mine] });
    const wide = await join(owner, { role: 'WRITER', contextIds: [owner.contextId] });
    const narrow = await join(owner, { role: 'WRITER', contextIds: [mine] });
    const ask = (contextIds: string[]) => admin.post('/users', { email: address(), role: 'READER', contextIds });
    expect(codeOf(await ask([]))).toEqual([422, 'invalid_input']);
    expect((await ask([owner.contextId])).status).toBe(404);
    expect((await ask([mine, randomUUID()])).status).toBe(404);
    expect((await ask([mine, mine])).body.contextIds).toEqual([mine]);
    const seen = await admin.get('/users');
    expect(seen.body.data.map(({ id }: { id: string }) => id).sort()).toEqual(
      [admin.id, narrow.id, seen.body.data.find((one: any) => one.status === 'PENDING').id].sort(),
    );
    expect(seen.text).not.toContain(owner.contextId);
    for (const id of [wide.id, owner.userId]) {
      expect((await admin.get(`/users/${id}`)).status).toBe(404);
      expect((await admin.put(`/users/${id}`, { role: 'READER' })).status).toBe(404);
      expect((await admin.delete(`/users/${id}`)).status).toBe(404);
    }
    expect(codeOf(await admin.put(`/users/${narrow.id}`, { contextIds: [] }))).toEqual([422, 'invalid_input']);
    expect((await admin.put(`/users/${narrow.id}`, { contextIds: [owner.contextId] })).status).toBe(404);
    expect((await admin.put(`/users/${narrow.id}`, { role: 'READER' })).body).toMatchObject({ contextIds: [mine] });
  });

  it('can be extended to all by a user with all, and owners always have all', async () => {
    const owner = await server.signUp();
    const reader = await join(owner, { role: 'READER', contextIds: [owner.contextId] });
    const other = (await owner.post('/contexts', { name: 'Outro' })).body.id;
    expect((await reader.get(`/contexts/${other}`)).status).toBe(404);
    await owner.put(`/users/${reader.id}`, { contextIds: [] });
    expect((await reader.get(`/contexts/${other}`)).status).toBe(200);
    await owner.put(`/users/${reader.id}`, { contextIds: [other] });
    expect((await owner.put(`/users/${reader.id}`, { role: 'OWNER' })).body).toMatchObject({ contextIds: [] });
    expect((await reader.get(`/contexts/${owner.contextId}`)).status).toBe(200);
  });

  it('become none instead of all when the last one is deleted', async () => {
    const owner = await server.signUp();
    const sub = (await owner.post('/contexts', { name: 'Passageiro', parentId: owner.contextId })).body.id;
    const reader = await join(owner, { role: 'READER', contextIds: [sub] });
    await owner.delete(`/contexts/${sub}?contents=remove`);
    expect((await reader.get('/sessions/me/contexts')).body).toEqual([]);
    const { contextIds } = (await owner.get(`/users/${reader.id}`)).body;
    expect(contextIds).toHaveLength(1);
    // A form that sends the value back unchanged gives no access.
    expect((await owner.put(`/users/${reader.id}`, { role: 'READER', contextIds })).status).toBe(404);
    expect((await reader.get('/contexts')).body.total).toBe(0);
  });
});

describe('invited users see only their contexts', () => {
  const HIDDEN = 'hortênsia';
  const OWN = 'girassol';

  /** Returns an account whose root context contains hidden data, with a subcontext that the user may access. */
  async function setUpAccount() {
    const owner = await server.signUp();
    const { contextId: root } = owner;
    const { pool } = server.services.db;
    await pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [owner.accountId]);
    await owner.put(`/contexts/${root}`, { name: `Matriz ${HIDDEN}` });
    const sub = (await owner.post('/contexts', { name: `Filial ${OWN}`, parentId: root })).body.id;
    const fill = async (contextId: string, word: string) => {
      const faq = { contextId, question: `O que é a ${word}?`, answer: `A ${word} é uma flor.` };
      const content = (await owner.post('/contents/faq', faq)).body.id;
      await owner.post('/hyperlinks', { contextId, word, link: `https://${OWN}.com.br` });
      await until(async () => (await owner.get(`/contents/${content}`)).body.status === 'done');
      const url = `/api/widgets/${contextId}/messages`;
      const response = await server.call({ method: 'POST', url, payload: { question: faq.question } });
      const notice = randomUUID();
      await pool.query(
        `insert into limit_notices (account_id, id, context_id, "limit", level, period)
         values ($1, $2, $3, 'monthly', 60, to_char(now() at time zone 'America/Sao_Paulo', 'YYYY-MM'))`,
        [owner.accountId, notice, contextId],
      );
      return { contextId, content, notice, conversation: eventsOf(response.text)[0]?.data.id as string };
    };
    return { owner, hidden: await fill(root, HIDDEN), own: await fill(sub, OWN) };
  }

  it.each(['READER', 'WRITER', 'ADMIN'])('as %s', { timeout: 60_000 }, async (role) => {
    const { owner, hidden, own } = await setUpAccount();
    const person = await join(owner, { role, contextIds: [own.contextId] });
    const both = `contextId=${own.contextId}&contextId=${hidden.contextId}`;
    const lists = [
      ...['/sessions/me/contexts', '/contexts', '/contexts?limit=1&search=matriz', '/notices', '/sessions/me/limits'],
      ...[`/contents?${both}`, `/contents?${both}&parents=true`, `/contents?contextId=${own.contextId}&parents=true`],
      ...[
        `/hyperlinks?${both}`,
        `/conversations?${both}`,
        `/conversations?${both}&search=${encodeURIComponent(HIDDEN)}`,
      ],
      ...[`/contexts/${own.contextId}/origins`, `/contexts/${own.contextId}/appearance`],
      ...[`/sessions/me/limits?contextId=${own.contextId}`, `/conversations/${own.conversation}`, '/users/me'],
    ];
    for (const path of lists) {
      const answer = await person.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text, path).not.toContain(HIDDEN);
    }
    for (const [path, total] of [
      [`/contents?${both}&parents=true`, 1],
      [`/conversations?${both}`, 1],
      ['/notices', 1],
      ['/contexts', 1],
      [`/hyperlinks?${both}`, 1],
    ] as const) {
      expect([path, (await person.get(path)).body.total]).toEqual([path, total]);
    }
    const shut = [
      ...[`/contexts/${hidden.contextId}`, `/contents/${hidden.content}`, `/conversations/${hidden.conversation}`],
      ...[`/contexts/${hidden.contextId}/origins`, `/contexts/${hidden.contextId}/appearance`],
      `/sessions/me/limits?contextId=${hidden.contextId}`,
    ];
    for (const path of shut) expect([path, (await person.get(path)).status]).toEqual([path, 404]);
    const writes = [
      person.put(`/contents/${hidden.content}`, { enabled: false }),
      person.delete(`/contents/${hidden.content}`),
      person.post('/contents/faq', { contextId: hidden.contextId, question: 'Oi?', answer: 'Olá.' }),
      person.post('/hyperlinks', {
        contextId: hidden.contextId,
        word: 'x',
        link: 'https://x.com.br',
        caseSensitive: false,
      }),
      person.post('/contents/crawl-links', { contextId: hidden.contextId, url: 'https://x.com.br' }),
      person.post(`/notices/${hidden.notice}/dismiss`, {}),
      person.post(`/conversations/${hidden.conversation}/erase-visitor`, {}),
      person.delete(`/contexts/${hidden.contextId}`),
    ];
    for (const answer of await Promise.all(writes)) expect([403, 404]).toContain(answer.status);
    // A preview of a hidden context is refused, with or without a conversation.
    const ask = (contextId: string, question: string) => person.post(`/widgets/${contextId}/messages`, { question });
    expect((await ask(hidden.contextId, 'Oi')).status).toBe(404);
    // A subcontext may answer from inherited contents: that is its purpose.
    expect(textOf((await ask(own.contextId, `O que é a ${OWN}?`)) as never)).toContain('flor');
    expect((await owner.get(`/contents/${hidden.content}`)).body.enabled).toBe(true);
  });
});

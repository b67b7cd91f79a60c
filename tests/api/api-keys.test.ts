import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { UNRECORDED } from '../../src/server/audit/unrecorded.ts';
import { API_KEY_CALLS_PER_MINUTE, API_KEYS_MAX } from '../../src/shared/constants.ts';
import { inShares, inTurns, readOperations, requestFor, send } from '../support/operations.ts';
import { type Caller, type SharedServer, sharedServer } from '../support/server.ts';
import { fillTenant, type FullTenant, valuesReferringTo } from '../support/tenants.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

interface NewKey {
  name: string;
  role: string;
  contextIds: string[];
  expiresAt: string | null;
}

const KEY: NewKey = { name: 'Integração ERP', role: 'WRITER', contextIds: [], expiresAt: null };
const create = (caller: Caller, change: Partial<NewKey> = {}) => caller.post('/api-keys', { ...KEY, ...change });
const query = (text: string, ...values: unknown[]) => server.services.db.pool.query(text, values);
const secretOf = async (caller: Caller, change: Partial<NewKey> = {}): Promise<string> =>
  (await create(caller, change)).body.secret;
const headersOf = (secret: string) => ({ authorization: `Bearer ${secret}` });
const call = (secret: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.call({ method, url: `/api${path}`, headers: headersOf(secret), payload });
const rule = (contextId: string) => ({
  contextId,
  word: randomUUID(),
  link: 'https://loja.com.br',
  caseSensitive: false,
});
const addContext = async (owner: Caller, name = 'Filial'): Promise<string> =>
  (await owner.post('/contexts', { name })).body.id;

/** Gives the account a plan with several contexts and all features. */
const enlarge = ({ accountId }: Caller) =>
  query(`update subscriptions set plan_id = 'business' where account_id = $1`, accountId);

describe('creating a key', () => {
  it('returns its secret once and stores only the hash', async () => {
    const owner = await server.signUp({ name: 'Helena Prado' });
    const { status, body } = await create(owner);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: KEY.name, role: 'WRITER', contextIds: [], status: 'active', lastUsedAt: null });
    expect(body).toMatchObject({ createdBy: 'Helena Prado', expiresAt: null });
    expect(body.secret).toMatch(/^pk_[\w-]{43}$/);
    expect(body.hint).toBe(body.secret.slice(-4));
    const { text } = await owner.get('/api-keys');
    expect(text).toContain(body.hint);
    expect(text).not.toContain(body.secret);
    const { rows } = await query('select hash, row_to_json(k)::text as all from api_keys k where id = $1', body.id);
    expect(rows[0].hash).toBe(createHash('sha256').update(body.secret).digest('hex'));
    expect(rows[0].all).not.toContain(body.secret);
    expect((await create(owner)).body.secret).not.toBe(body.secret);
  });

  it('is allowed only for admins and owners in their own session, with the roles READER, WRITER and ADMIN', async () => {
    const owner = await server.signUp();
    const writer = await server.as(owner, 'WRITER');
    expect((await create(writer)).body.code).toBe('forbidden');
    expect((await writer.get('/api-keys')).body.code).toBe('forbidden');
    const admin = await server.as(owner, 'ADMIN');
    expect((await create(admin, { role: 'ADMIN' })).status).toBe(201);
    expect((await create(owner, { role: 'OWNER' })).body.errors).toMatchObject([{ field: 'role' }]);
    const staff = await server.as(owner, 'WM_ADMIN');
    expect((await create(staff)).body.code).toBe('forbidden');
  });

  it('rejects an expiry in the past and a missing name', async () => {
    const owner = await server.signUp();
    const past = await create(owner, { expiresAt: '2020-01-01T00:00:00Z' });
    expect(past).toMatchObject({ status: 422, body: { errors: [{ field: 'expiresAt' }] } });
    expect(await create(owner, { name: ' ' })).toMatchObject({ status: 422, body: { errors: [{ field: 'name' }] } });
    expect((await owner.get('/api-keys')).body.total).toBe(0);
  });

  it('is not created for all contexts because of a misspelt field', async () => {
    const owner = await server.signUp();
    const answer = await owner.post('/api-keys', { ...KEY, contextIds: undefined, contextId: [owner.contextId] });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ field: 'contextId' }]);
  });

  it('is limited to a number of valid keys', async () => {
    const owner = await server.signUp();
    const { id } = (await create(owner)).body;
    await query(
      `insert into api_keys (account_id, id, name, role, sees_all_contexts, hash, hint, created_by, created_by_name)
       select account_id, gen_random_uuid(), name, role, true, n::text, hint, created_by, created_by_name
       from api_keys, generate_series(2, $2) as n where id = $1`,
      id,
      API_KEYS_MAX,
    );
    expect(await create(owner)).toMatchObject({ status: 409, body: { code: 'too_many_api_keys' } });
    await owner.delete(`/api-keys/${id}`);
    expect((await create(owner)).status).toBe(201);
  });
});

describe('a call with a key', () => {
  it('has the permissions of the key’s role', async () => {
    const owner = await server.signUp();
    const [reader, writer] = [await secretOf(owner, { role: 'READER' }), await secretOf(owner, { role: 'WRITER' })];
    const list = `/hyperlinks?contextId=${owner.contextId}`;
    expect((await call(reader, 'GET', list)).status).toBe(200);
    expect((await call(reader, 'POST', '/hyperlinks', rule(owner.contextId))).body.code).toBe('forbidden');
    expect((await call(writer, 'POST', '/hyperlinks', rule(owner.contextId))).status).toBe(201);
    expect((await call(writer, 'POST', '/contexts', { name: 'Filial' })).body.code).toBe('forbidden');
    expect((await call(reader, 'GET', list)).body.total).toBe(1);
  });

  it('may name its scheme in any case, and counts as the same key in each', async () => {
    const owner = await server.signUp();
    const secret = await secretOf(owner, { role: 'READER' });
    const callAs = (scheme: string) =>
      server.call({ method: 'GET', url: '/api/contexts', headers: { authorization: `${scheme} ${secret}` } });
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) expect((await callAs(scheme)).status, scheme).toBe(200);
    expect((await callAs('Basic')).body.code).toBe('unauthenticated');
    await query('delete from rate_counters');
    await callAs('bearer');
    await callAs('BEARER ');
    const { rows } = await query('select used from rate_counters order by used desc');
    expect(rows[0].used).toBe(2);
  });

  it('may say that its body is JSON without sending one', async () => {
    const owner = await server.signUp();
    const secret = await secretOf(owner);
    const headers = { ...headersOf(secret), 'content-type': 'application/json' };
    const { id } = (await call(secret, 'POST', '/hyperlinks', rule(owner.contextId))).body;
    expect((await server.call({ method: 'DELETE', url: `/api/hyperlinks/${id}`, headers })).status).toBe(204);
    const withoutBody = await server.call({ method: 'POST', url: '/api/hyperlinks', headers });
    expect(withoutBody).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    const broken = await server.call({ method: 'POST', url: '/api/hyperlinks', headers, payload: '{' });
    expect(broken).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
  });

  it('never has permissions that need a person’s own session', async () => {
    const owner = await server.signUp();
    const secret = await secretOf(owner, { role: 'ADMIN' });
    const { id } = (await owner.get('/api-keys')).body.data[0];
    const invitation = { email: 'a@empresa.com.br', role: 'READER', contextIds: [] };
    const refused = await call(secret, 'POST', '/users', invitation);
    expect(refused).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(refused.body.message).toContain('chave de API');
    const others = [
      await call(secret, 'POST', '/api-keys', KEY),
      await call(secret, 'DELETE', `/api-keys/${id}`),
      await call(secret, 'GET', '/users/me'),
      await call(secret, 'GET', `/conversations/export?contextId=${owner.contextId}`),
      await call(secret, 'GET', '/invoices'),
      await call(secret, 'GET', '/audit-log?format=csv'),
      await call(secret, 'DELETE', '/users/me'),
      await call(secret, 'GET', '/admin/accounts'),
      // Only an admin may do this in person; for the key of a writer, another key would not help either.
      await call(await secretOf(owner, { role: 'WRITER' }), 'POST', '/users', invitation),
    ];
    expect(others.map(({ body }) => body.code)).toEqual(Array(9).fill('session_required'));
    expect((await call(secret, 'GET', '/users')).status).toBe(200);
    expect((await owner.get('/api-keys')).body.data).toContainEqual(expect.objectContaining({ id, status: 'active' }));
  });

  it('has the current features of the plan', async () => {
    const owner = await server.signUp();
    const secret = await secretOf(owner, { role: 'ADMIN' });
    const path = `/contexts/${owner.contextId}/appearance`;
    expect(await call(secret, 'GET', path)).toMatchObject({ status: 403, body: { code: 'plan_upgrade_required' } });
    await enlarge(owner);
    expect((await call(secret, 'GET', path)).status).toBe(200);
  });

  it('can access only the key’s contexts', async () => {
    const owner = await server.signUp();
    await enlarge(owner);
    const other = await addContext(owner);
    const secret = await secretOf(owner, { role: 'ADMIN', contextIds: [other] });
    const names = (await call(secret, 'GET', '/sessions/me/contexts')).body;
    expect(names.map(({ id }: { id: string }) => id)).toEqual([other]);
    expect((await call(secret, 'GET', `/contexts/${owner.contextId}`)).status).toBe(404);
    expect((await call(secret, 'POST', '/hyperlinks', rule(owner.contextId))).status).toBe(404);
    expect((await call(secret, 'POST', '/hyperlinks', rule(other))).status).toBe(201);
    const made = await call(secret, 'POST', '/contexts', { name: 'Nova' });
    expect(made.status).toBe(201);
    expect((await call(secret, 'POST', '/hyperlinks', rule(made.body.id))).status).toBe(201);
    await owner.delete(`/contexts/${other}?contents=remove`);
    await owner.delete(`/contexts/${made.body.id}?contents=remove`);
    expect((await call(secret, 'GET', '/sessions/me/contexts')).body).toEqual([]);
    expect((await owner.get('/api-keys')).body.data[0].contextIds).not.toEqual([]);
  });

  it('cannot access a context that the creator cannot see', async () => {
    const owner = await server.signUp();
    await enlarge(owner);
    const [own, other] = [await addContext(owner, 'Um'), await addContext(owner, 'Dois')];
    const colleague = await server.as(owner, 'ADMIN', [own]);
    expect((await create(colleague)).body.errors).toMatchObject([{ field: 'contextIds' }]);
    expect((await create(colleague, { contextIds: [other] })).status).toBe(404);
    expect((await create(colleague, { contextIds: [own] })).status).toBe(201);
    const admin = await server.as(owner, 'ADMIN');
    const wide = await secretOf(admin);
    const both = await secretOf(admin, { contextIds: [own, other] });
    await query(`update users set sees_all_contexts = false where id = $1`, admin.userId);
    await query(
      `insert into user_contexts (account_id, user_id, context_id) values ($1, $2, $3)`,
      ...[owner.accountId, admin.userId, other],
    );
    for (const secret of [wide, both]) {
      const seen = (await call(secret, 'GET', '/sessions/me/contexts')).body;
      expect(seen.map(({ id }: { id: string }) => id)).toEqual([other]);
    }
    // Keys for other contexts stay hidden from a colleague who is limited to some.
    const { data } = (await colleague.get('/api-keys')).body;
    expect(data).toMatchObject([{ contextIds: [own] }]);
    const all = (await owner.get('/api-keys')).body.data as { id: string; contextIds: string[] }[];
    expect(all).toHaveLength(3);
    const hidden = all.filter(({ contextIds }) => contextIds.join() !== own);
    for (const { id } of hidden) expect((await colleague.delete(`/api-keys/${id}`)).status).toBe(404);
  });

  it('is refused with a specific code when the key is expired, revoked or unknown', async () => {
    const owner = await server.signUp();
    const [expired, revoked] = [(await create(owner)).body, (await create(owner)).body];
    await query(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, expired.id);
    expect((await owner.delete(`/api-keys/${revoked.id}`)).status).toBe(204);
    const codes = await Promise.all(
      [expired.secret, revoked.secret, `pk_${'A'.repeat(43)}`, 'pk_'].map(async (secret) => {
        const { status, body } = await call(secret, 'GET', '/contexts');
        return `${status} ${body.code}`;
      }),
    );
    const unknown = ['401 api_key_unknown', '401 unauthenticated'];
    expect(codes).toEqual(['401 api_key_expired', '401 api_key_revoked', ...unknown]);
    const { data } = (await owner.get('/api-keys?sort=status')).body;
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['expired', 'revoked']);
    expect((await owner.get('/api-keys?status=revoked')).body.data).toMatchObject([{ id: revoked.id }]);
  });

  it('is refused while the creator has fewer permissions than the key', async () => {
    const owner = await server.signUp();
    const admin = await server.as(owner, 'ADMIN');
    const [asAdmin, asReader] = [await secretOf(admin, { role: 'ADMIN' }), await secretOf(admin, { role: 'READER' })];
    const answers = async () =>
      Promise.all(
        [asAdmin, asReader].map(async (secret) => (await call(secret, 'GET', '/contexts')).body.code ?? 'ok'),
      );
    const edit = (change: object) => owner.put(`/users/${admin.userId}`, change);
    expect(await answers()).toEqual(['ok', 'ok']);
    await edit({ role: 'WRITER' });
    expect(await answers()).toEqual(['api_key_suspended', 'ok']);
    expect((await owner.get('/api-keys?status=suspended')).body.total).toBe(1);
    await edit({ role: 'ADMIN', status: 'INACTIVE' });
    expect(await answers()).toEqual(['api_key_suspended', 'api_key_suspended']);
    await edit({ status: 'ACTIVE' });
    expect(await answers()).toEqual(['ok', 'ok']);
    await owner.delete(`/users/${admin.userId}`);
    expect(await answers()).toEqual(['api_key_suspended', 'api_key_suspended']);
    expect((await owner.get('/api-keys')).body.data).toMatchObject([{ createdBy: 'ADMIN' }, { createdBy: 'ADMIN' }]);
  });

  it('cannot access another account, and fails after its own account is deleted', async () => {
    const [owner, stranger] = [await server.signUp(), await server.signUp()];
    const { id, secret } = (await create(owner)).body;
    expect((await call(secret, 'GET', `/contexts/${stranger.contextId}`)).status).toBe(404);
    expect((await call(secret, 'POST', '/hyperlinks', rule(stranger.contextId))).status).toBe(404);
    expect((await create(owner, { contextIds: [stranger.contextId] })).status).toBe(404);
    expect((await stranger.get('/api-keys')).body.total).toBe(0);
    expect((await stranger.delete(`/api-keys/${id}`)).status).toBe(404);
    expect((await call(secret, 'GET', '/contexts')).status).toBe(200);
    await query('delete from accounts where id = $1', owner.accountId);
    expect((await call(secret, 'GET', '/contexts')).body.code).toBe('api_key_unknown');
  });

  it('records the last use at most once a minute', async () => {
    const owner = await server.signUp();
    const { id, secret } = (await create(owner)).body;
    const lastUse = async () => (await owner.get('/api-keys')).body.data[0].lastUsedAt as string;
    await call(secret, 'GET', '/contexts');
    const first = await lastUse();
    expect(Date.now() - Date.parse(first)).toBeLessThan(60_000);
    await query(`update api_keys set last_used_at = now() - interval '50 seconds' where id = $1`, id);
    const recent = await lastUse();
    await call(secret, 'GET', '/contexts');
    expect(await lastUse()).toBe(recent);
    await query(`update api_keys set last_used_at = now() - interval '61 seconds' where id = $1`, id);
    await call(secret, 'GET', '/contexts');
    expect(Date.parse(await lastUse())).toBeGreaterThan(Date.parse(recent));
  });

  it('counts towards the limit of the key', { timeout: 60_000 }, async () => {
    const owner = await server.signUp();
    const [busy, other] = [await secretOf(owner), await secretOf(owner)];
    const answers = [];
    for (let made = 0; made < API_KEY_CALLS_PER_MINUTE; made += 20)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => call(busy, 'GET', '/users/me')))));
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['session_required']));
    const limited = await call(busy, 'GET', '/contexts');
    expect(limited).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    // Public routes on which a key allows more than a visitor may do must not bypass the limit.
    const preview = await call(busy, 'POST', `/widgets/${owner.contextId}/messages`, { question: 'Oi' });
    expect([preview.status, preview.body.code]).toEqual([429, 'rate_limited']);
    expect((await call(other, 'GET', '/contexts')).status).toBe(200);
    expect((await owner.get('/contexts')).status).toBe(200);
  });
});

describe('the audit log', () => {
  it('records who created and revoked a key, without its secret', async () => {
    const owner = await server.signUp({ name: 'Helena Prado' });
    const { id, secret } = (await create(owner)).body;
    await owner.delete(`/api-keys/${id}`);
    await owner.delete(`/api-keys/${id}`);
    const { body, text } = await owner.get('/audit-log?action=api-keys_create&action=api-keys_delete');
    expect(body.data).toMatchObject([
      { action: 'api-keys_delete', subject: KEY.name, userName: 'Helena Prado', group: 'account' },
      { action: 'api-keys_create', subject: KEY.name, detail: { id, role: 'WRITER' } },
    ]);
    expect(text).not.toContain(secret);
  });

  it('records the key as the actor of every changing call', { timeout: 180_000 }, async () => {
    const operations = (await readOperations(server)).filter(
      ({ method, keyRole }) => method !== 'GET' && keyRole !== undefined && keyRole !== 'none',
    );
    expect(operations.length).toBeGreaterThan(25);
    const wrong: string[] = [];
    const silent: string[] = [];
    let victim: FullTenant | undefined;
    let key = { id: '', secret: '' };
    // Without a parked delivery or an answered message there is nothing to replay or reopen, and so nothing to record.
    const idle = ['replayParkedDeliveries', 'bulkReopenVisitorMessages'];
    const recorded = operations.filter(({ id }) => !(id in UNRECORDED) && !idle.includes(id));
    for (const operation of inTurns(recorded).filter(inShares(3))) {
      for (const isAgain of [false, true]) {
        if (!victim || isAgain) {
          victim = await fillTenant(server);
          key = (await create(victim.caller, { role: 'ADMIN' })).body;
        }
        const { accountId } = victim.caller;
        const request = requestFor(operation, valuesReferringTo(victim, operation), headersOf(key.secret));
        const entries = async () => (await query('select * from audit_entries where account_id = $1', accountId)).rows;
        const before = new Set((await entries()).map(({ id }) => id));
        const { status } = await send(server, request);
        const rows = (await entries()).filter(({ id }) => !before.has(id));
        if ((status >= 300 || rows.length === 0) && !isAgain) continue;
        if (status >= 300) silent.push(operation.id);
        const isRight = rows.every(
          (row) => row.user_id === key.id && row.user_name === 'chave «Integração ERP»' && row.user_role === 'ADMIN',
        );
        if (status < 300 && (rows.length === 0 || !isRight)) wrong.push(`${operation.id} ${JSON.stringify(rows)}`);
        break;
      }
    }
    expect(wrong).toEqual([]);
    expect(silent.filter((id) => id !== 'setCreditLimits')).toEqual([]);
  });

  it('can be filtered by the key', async () => {
    const owner = await server.signUp();
    const { id, secret } = (await create(owner)).body;
    await call(secret, 'POST', '/hyperlinks', rule(owner.contextId));
    await owner.post('/hyperlinks', rule(owner.contextId));
    const { body } = await owner.get(`/audit-log?userId=${id}`);
    expect(body.data).toMatchObject([{ action: 'hyperlinks_create', userName: 'chave «Integração ERP»' }]);
    expect(body.total).toBe(1);
  });

  it('shows the key as the creator of a demo link', async () => {
    const owner = await server.signUp();
    await enlarge(owner);
    const secret = await secretOf(owner, { role: 'ADMIN' });
    const link = await call(secret, 'POST', '/demo-links', { contextId: owner.contextId });
    expect(link).toMatchObject({ status: 201, body: { userName: 'chave «Integração ERP»' } });
  });
});

import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { versionOf } from '../../access-control/policy.ts';
import { readPolicyTexts } from '../../access-control/policy-files.ts';
import { sweepDecisions } from '../../src/server/audit/decision-log.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';
import { createStaff, type Staff } from '../support/staff.ts';

let server: TestServer;
let owner: Caller;
let reader: Caller;
let staff: Staff;
beforeAll(async () => {
  server = await startServer({ worker: false });
  owner = await server.signUp();
  reader = await server.as(owner, 'READER');
  staff = await createStaff(server, { role: 'WM_READER' });
});
afterAll(() => server.close());

const query = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;
/** The refusals of an account, once there are so many. They are written within a second. */
const refusalsOf = (caller: Caller, count: number): Promise<Record<string, unknown>[]> =>
  until(async () => {
    const { body } = await caller.get('/access-decisions');
    return body.data.length >= count && body.data;
  });

it('logs every refusal with who, what, why and the row that would allow it', async () => {
  const first = await reader.post('/contents/faq', { contextId: reader.contextId });
  expect(first.status).toBe(403);
  await reader.post('/contents/faq', { contextId: reader.contextId });
  await owner.get(`/contexts/${owner.contextId}/appearance`);
  const key = (await owner.post('/api-keys', { name: 'Loja', role: 'READER', contextIds: [] })).body.secret;
  await server.call({ method: 'GET', url: '/api/account', headers: { authorization: `Bearer ${key}` } });
  const found = await refusalsOf(owner, 4);
  expect(
    found.map(({ role, resource, action, refusal, neededRole, neededFlag, row }) => [
      ...[role, resource, action, refusal, neededRole, neededFlag, row],
    ]),
  ).toEqual([
    ['READER', 'account', 'show', 'role', 'ADMIN', null, 'p, ADMIN, any, account, show'],
    ['OWNER', 'appearance', 'show', 'plan', 'OWNER', 'customizeWidget', 'p, MEMBER, customizeWidget, appearance, show'],
    ['READER', 'contents', 'create', 'role', 'WRITER', null, 'p, WRITER, any, contents, manage'],
    ['READER', 'contents', 'create', 'role', 'WRITER', null, 'p, WRITER, any, contents, manage'],
  ]);
  expect(found[0]).toMatchObject({ who: 'Loja', flags: '' });
  expect(found[2]).toMatchObject({ userId: reader.userId, flags: 'self, fresh' });
  expect(new Set(found.map(({ requestId }) => requestId)).size).toBe(4);
  expect(Math.abs(Date.now() - Date.parse(String(found[0]!.at)))).toBeLessThan(60_000);
});

it('logs the first allowed call of a kind in a day and each hundredth, which stand for all', async () => {
  for (let call = 0; call < 205; call += 1) await reader.get('/notices');
  const rows = await until(async () => {
    const found = await query(
      `select count, row, policy from access_decisions where user_id = $1 and resource = 'notices' order by id`,
      reader.userId,
    );
    return found.length >= 3 && found;
  });
  expect(rows.map(({ count }) => count)).toEqual([1, 100, 100]);
  expect(rows[0].row).toBe('p, READER, any, notices, list');
  expect(rows[0].policy).toBe(versionOf((await readPolicyTexts()).policy));
});

it('is not flooded by a caller in a loop, and still counts', async () => {
  const writer = await server.as(owner, 'WRITER');
  // Within one minute, however slow the machine is.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  for (let call = 0; call < 120; call += 1) await writer.get('/users');
  vi.useRealTimers();
  const rows = await until(async () => {
    const found = await query('select count from access_decisions where user_id = $1 and not allowed', writer.userId);
    return found.length >= 21 && found;
  });
  expect(rows.map(({ count }) => count).sort((a, b) => a - b)).toEqual([...Array<number>(20).fill(1), 100]);
});

it('shows an owner the refusals of their account only, and staff the decisions of all', async () => {
  const other = await server.signUp();
  const stranger = await server.as(other, 'READER');
  await stranger.get('/users');
  const [refused] = await refusalsOf(other, 1);
  expect(refused).toMatchObject({ userId: stranger.userId, resource: 'users' });
  expect((await owner.get('/access-decisions')).text).not.toContain(stranger.userId);
  expect((await reader.get('/access-decisions')).status).toBe(403);
  const all = (await staff.get(`/admin/access-decisions?limit=100`)).body.data;
  expect(new Set(all.map(({ accountId }: { accountId: string }) => accountId)).size).toBeGreaterThan(1);
  expect(new Set(all.map(({ allowed }: { allowed: boolean }) => allowed))).toEqual(new Set([true, false]));
  expect((await owner.get('/admin/access-decisions')).status).toBe(403);
  const searched = (await staff.get(`/admin/access-decisions?search=${String(refused!.requestId)}`)).body;
  expect(searched.total).toBe(1);
});

it('finds a resource and an action by the labels that the console shows', async () => {
  const account = await server.signUp();
  const writer = await server.as(account, 'WRITER');
  await writer.get('/users');
  await writer.post('/contexts', { name: 'Loja' });
  await refusalsOf(account, 2);
  const found = async (search: string) =>
    (await account.get(`/access-decisions?search=${encodeURIComponent(search)}`)).body.data.map(
      ({ resource, action }: { resource: string; action: string }) => `${resource} ${action}`,
    );
  expect(await found('USUARIOS')).toEqual(['users list']);
  expect(await found('usuários')).toEqual(['users list']);
  expect(await found('criar')).toEqual(['contexts create']);
  expect(await found('contexts')).toEqual(['contexts create']);
  expect(await found('violino')).toEqual([]);
  const { data } = (await staff.get('/admin/access-decisions?search=usu%C3%A1rios&allowed=false')).body;
  expect(data.map(({ resource }: { resource: string }) => resource)).toContain('users');
});

it('names the staff member who was refused on behalf of a customer', async () => {
  const customer = await server.signUp();
  const admin = await createStaff(server, { name: 'Rita da Prosa' });
  const { session } = (await admin.post('/admin/login', { accountId: customer.accountId, reason: 'Ajuda' })).body;
  const headers = { authorization: `Bearer ${session.accessToken}` };
  expect((await server.call({ method: 'GET', url: '/api/account/export', headers })).status).toBe(403);
  const [refused] = await refusalsOf(customer, 1);
  expect(refused).toMatchObject({ who: 'Rita da Prosa', flags: expect.stringContaining('impersonated') });
});

it('exports the refusals as CSV, and all as part of the account', async () => {
  const { text } = await owner.get('/access-decisions/export');
  const [heading, ...lines] = text.trim().split('\r\n');
  expect(heading).toContain('Quem pediu;');
  expect(lines.length).toBeGreaterThanOrEqual(4);
  expect(lines.join('\n')).toContain('p, WRITER, any, contents, manage');
  expect((await staff.get('/admin/access-decisions/export')).text).toContain(';Permitido;');
});

it('reaches no decision of another account with the role of a tenant, and not without an account', async () => {
  const countAs = (account: string) =>
    server.services.db.orm.transaction(async (tx) => {
      await tx.execute(
        sql`select set_config('role', 'prosa_tenant', true), set_config('prosa.account', ${account}, true)`,
      );
      const { rows } = await tx.execute<{ n: number }>(
        sql`select count(*)::int as n from access_decisions where account_id = ${owner.accountId}`,
      );
      return rows[0]!.n;
    });
  expect(await countAs(owner.accountId)).toBeGreaterThan(0);
  expect(await countAs(randomUUID())).toBe(0);
  expect(await countAs('')).toBe(0);
});

it('keeps decisions for 90 days, and none of an account that is erased', async () => {
  await query(
    `update access_decisions set at = now() - interval '91 days' where account_id = $1 and allowed = false`,
    owner.accountId,
  );
  expect(await sweepDecisions(server.services.db)).toBeGreaterThanOrEqual(4);
  expect((await owner.get('/access-decisions')).body.total).toBe(0);
  await query('delete from accounts where id = $1', owner.accountId);
  expect(await query('select 1 from access_decisions where account_id = $1', owner.accountId)).toEqual([]);
});

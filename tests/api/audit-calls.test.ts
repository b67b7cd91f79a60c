import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { actionText } from '../../src/server/audit/audit-csv.ts';
import { UNRECORDED } from '../../src/server/audit/unrecorded.ts';
import { inTurns, type Operation, readOperations, requestFor, send } from '../support/operations.ts';
import { type Answer, type Caller, startServer, type TestServer, until } from '../support/server.ts';
import { createStaff } from '../support/staff.ts';
import { fillTenant, type FullTenant, valuesReferringTo } from '../support/tenants.ts';

let server: TestServer;
let operations: Operation[];
beforeAll(async () => {
  server = await startServer();
  operations = await readOperations(server);
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business'`);
});
afterAll(() => server.close());

const query = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;
const writes = ({ method, action, isPublic }: Operation) => !isPublic && (method !== 'GET' || action === 'export');
const headersOf = (caller: Pick<Caller, 'tokens'>) => ({ authorization: `Bearer ${caller.tokens.accessToken}` });

/** Returns the entries of the caller, or of the staff user who acted on an account. */
const entriesOf = (userId: string) =>
  query('select * from audit_entries where user_id = $1 or actor_id = $1 order by at, id', userId);

/**
 * Operations that one call in a new account cannot complete, because they need several steps or ids of the platform.
 * The tests of billing, limits and staff check their entries.
 */
const BY_SEVERAL_STEPS = [
  ...['checkOut', 'changePlan', 'buyPack', 'cancelSubscription', 'reactivateSubscription', 'cancelPlanChange'],
  ...['changePaymentMethod', 'replayGatewayEvent', 'retryJob', 'createModel', 'editModel'],
  ...['deleteModel', 'setModelChoice', 'createPlan', 'editPlan', 'editPack'],
  ...['inviteStaff', 'editStaff', 'removeStaff', 'refundInvoice'],
  ...['addTotp', 'removeTotp', 'addPasskey', 'renamePasskey', 'removePasskey', 'renewRecoveryCodes'],
  ...['confirmSession', 'endSession', 'resetStaffSecondFactor'],
];

/** Operations that succeed here without changing anything. */
const NOTHING_TO_DO = [
  ...['undoAccountDeletion', 'retryJobs', 'replayParkedDeliveries'],
  // The calls on a single message come before.
  ...['bulkAnswerVisitorMessages', 'bulkReopenVisitorMessages'],
];

async function callAs(victim: FullTenant, operation: Operation): Promise<{ userId: string; answer: Answer }> {
  const isStaff = operation.path.startsWith('/admin/');
  const owner = isStaff ? await server.as(victim.caller, 'WM_ADMIN') : victim.caller;
  const given = { ...valuesReferringTo(victim, operation), ...(isStaff ? { 'path.id': victim.caller.accountId } : {}) };
  return { userId: owner.userId, answer: await send(server, requestFor(operation, given, headersOf(owner))) };
}

const PENDING = `account_id = $1 and state = 'waiting'
  and (run_at <= now() + interval '2 seconds' or lease_until > now())`;

/** Runs the account's pending jobs, so that none of them interferes with a call. */
const settle = ({ caller }: FullTenant) =>
  until(async () => {
    // The workers lock jobs in an order of their own, so waiting for their locks would deadlock.
    await query(
      `update jobs set run_at = least(run_at, now()) where id in
       (select id from jobs where ${PENDING} for update skip locked)`,
      caller.accountId,
    );
    const [pending] = await query(`select count(*)::int as n from jobs where ${PENDING}`, caller.accountId);
    return pending.n === 0;
  });

/** Returns what is wrong with the entries of a call; undefined if nothing, or null if the call failed. */
async function auditFault(victim: FullTenant, operation: Operation): Promise<string | null | undefined> {
  await settle(victim);
  const before = await query('select count(*)::int as n from audit_entries');
  const { userId, answer } = await callAs(victim, operation);
  if (answer.status >= 300) return null;
  const all = await query('select count(*)::int as n from audit_entries');
  const written = await entriesOf(userId);
  const count = all[0].n - before[0].n;
  const last = written.at(-1);
  if (operation.id in UNRECORDED) return count === 0 ? undefined : `${operation.id} left ${last?.action}`;
  if (count === 0) return NOTHING_TO_DO.includes(operation.id) ? undefined : `${operation.id} left nothing`;
  if (!last) return `${operation.id} left an entry of somebody else`;
  const text = JSON.stringify(last);
  return /Senha#|eyJ|iVBOR|pk_/.test(text) ? `${operation.id} wrote a secret down: ${text}` : undefined;
}

describe('every operation that changes or exports data', () => {
  it('leaves an audit entry or is listed as an exception', { timeout: 240_000 }, async () => {
    let victim = await fillTenant(server);
    const violations: string[] = [];
    const silent: string[] = [];
    for (const operation of inTurns(operations.filter(writes))) {
      let fault = await auditFault(victim, operation);
      // An earlier call may interfere. With a new account there is no such excuse.
      if (fault !== undefined && !(operation.id in UNRECORDED) && !BY_SEVERAL_STEPS.includes(operation.id)) {
        victim = await fillTenant(server);
        fault = await auditFault(victim, operation);
      }
      if (fault === null) silent.push(operation.id);
      else if (fault) violations.push(fault);
    }
    expect(violations).toEqual([]);
    expect(silent.filter((id) => !(id in UNRECORDED)).sort()).toEqual([...BY_SEVERAL_STEPS].sort());
  });

  it('has a label', () => {
    for (const { resource, action } of operations.filter(writes).filter(({ id }) => !(id in UNRECORDED)))
      expect(actionText(`${resource}_${action}`), `${resource}_${action}`).not.toMatch(
        /[a-z]+[_-][a-z]+ ?em |em [a-z-]+$/,
      );
  });

  it('has no exception for an operation that does not exist', () => {
    const ids = operations.filter(writes).map(({ id }) => id);
    expect(Object.keys(UNRECORDED).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe('an audit entry', () => {
  const rule = { word: 'horário', link: 'https://loja.com.br/horario', caseSensitive: false };
  const lastOf = async (caller: Caller) => (await entriesOf(caller.userId)).at(-1);

  it('contains the subject and the values before and after', async () => {
    const owner = await server.signUp();
    const { id } = (await owner.post('/hyperlinks', { ...rule, contextId: owner.contextId })).body;
    expect(await lastOf(owner)).toMatchObject({
      action: 'hyperlinks_create',
      subject: 'horário',
      user_id: owner.userId,
      actor_id: null,
      ip: '127.0.0.1',
      detail: { id, word: 'horário', link: rule.link },
    });
    await owner.put(`/hyperlinks/${id}`, { ...rule, link: 'https://loja.com.br/contato' });
    expect(await lastOf(owner)).toMatchObject({
      action: 'hyperlinks_edit',
      subject: 'horário',
      detail: { id, before: { link: rule.link }, after: { link: 'https://loja.com.br/contato' } },
    });
    await owner.delete(`/hyperlinks/${id}`);
    expect(await lastOf(owner)).toMatchObject({ action: 'hyperlinks_delete', subject: 'horário', detail: { id } });
  });

  it('names the uploaded file', async () => {
    const owner = await server.signUp();
    const file = { name: 'tabela de preços.txt', bytes: Buffer.from('Corte R$ 45') };
    const { id } = (await owner.upload('/contents/file', { contextId: owner.contextId }, file)).body;
    expect(await lastOf(owner)).toMatchObject({ subject: 'tabela de preços.txt', detail: { id } });
  });

  it('contains the allowed origins and the renamed account', async () => {
    const owner = await server.signUp({ name: 'Nome Antigo' });
    await owner.put(`/contexts/${owner.contextId}/origins`, { origins: ['https://outra.com.br'] });
    const { detail } = await lastOf(owner);
    expect(detail).toMatchObject({ id: owner.contextId, after: { origins: ['https://outra.com.br'] } });
    expect(detail.before.origins).toContain('https://www.empresa.com.br');
    await owner.put('/account', { type: 'PERSONAL', name: 'Nome Novo', cnpj: null, companyName: null });
    expect(await lastOf(owner)).toMatchObject({
      action: 'account_edit',
      subject: 'Nome Novo',
      detail: { before: { name: 'Nome Antigo' }, after: { name: 'Nome Novo' } },
    });
  });

  it('is not created by a call that fails or changes nothing', async () => {
    const owner = await server.signUp();
    const before = (await entriesOf(owner.userId)).length;
    expect((await owner.put(`/hyperlinks/${randomUUID()}`, rule)).status).toBe(404);
    expect((await owner.post('/hyperlinks', { ...rule, contextId: owner.contextId, link: 'x' })).status).toBe(422);
    expect((await owner.get('/hyperlinks?contextId=' + owner.contextId)).status).toBe(200);
    expect((await owner.post('/users/me/undo-deletion')).status).toBe(204);
    expect(await entriesOf(owner.userId)).toHaveLength(before);
  });

  it('of an export is created before any data is sent', async () => {
    const owner = await server.signUp();
    expect((await owner.get(`/conversations/export?contextId=${owner.contextId}`)).status).toBe(200);
    expect(await lastOf(owner)).toMatchObject({ action: 'conversations_export' });
    expect((await owner.get('/audit-log?format=csv&group=exports')).text).toContain('Exportou conversas');
    expect(await lastOf(owner)).toMatchObject({ action: 'audit-log_export', detail: { filters: 'format, group' } });
  });
});

describe('a change whose audit entry cannot be written', () => {
  it('is rolled back, and nothing is exported', async () => {
    const owner = await server.signUp();
    await query(`create or replace function fail_audit() returns trigger language plpgsql as
      $$ begin raise exception 'no entry'; end $$`);
    await query('create trigger fail_audit before insert on audit_entries for each row execute function fail_audit()');
    const rule = { contextId: owner.contextId, word: 'preço', link: 'https://loja.com.br', caseSensitive: false };
    try {
      expect((await owner.post('/hyperlinks', rule)).status).toBe(500);
      const profile = { type: 'PERSONAL', name: 'Nome Novo', cnpj: null, companyName: null };
      expect((await owner.put('/account', profile)).status).toBe(500);
      const exported = await owner.get(`/conversations/export?contextId=${owner.contextId}`);
      expect(exported.status).toBe(500);
      expect(exported.text).not.toContain('Pergunta');
    } finally {
      await query('drop trigger fail_audit on audit_entries');
    }
    expect((await owner.get(`/hyperlinks?contextId=${owner.contextId}`)).body.total).toBe(0);
    expect((await owner.get('/account')).body.name).not.toBe('Nome Novo');
    expect((await owner.post('/hyperlinks', rule)).status).toBe(201);
  });
});

describe('a change that is retried after a deadlock', () => {
  it('leaves one entry', async () => {
    const owner = await server.signUp();
    await query('create sequence undone_times');
    await query('grant usage on sequence undone_times to public');
    await query(`create or replace function undo_once() returns trigger language plpgsql as $$ begin
      if nextval('undone_times') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
      return new; end $$`);
    await query('create trigger undo_once before insert on audit_entries for each row execute function undo_once()');
    const rule = { contextId: owner.contextId, word: 'frete', link: 'https://loja.com.br', caseSensitive: false };
    try {
      expect((await owner.post('/hyperlinks', rule)).status).toBe(201);
    } finally {
      await query('drop trigger undo_once on audit_entries');
      await query('drop sequence undone_times');
    }
    const written = (await entriesOf(owner.userId)).filter(({ action }) => action === 'hyperlinks_create');
    expect(written).toHaveLength(1);
  });
});

describe('refused calls that are recorded', () => {
  it('staff operations called without permission, once an hour', async () => {
    const owner = await server.signUp();
    for (let time = 0; time < 3; time += 1)
      expect((await owner.post('/admin/login', { accountId: owner.accountId, reason: 'Ajuda' })).status).toBe(403);
    const refused = (await entriesOf(owner.userId)).filter(({ action }) => action === 'staff_call_refused');
    expect(refused).toMatchObject([{ detail: { resource: 'impersonation', action: 'enter' }, ip: '127.0.0.1' }]);
    const reader = await createStaff(server, { role: 'WM_READER' });
    expect((await reader.get('/admin/models')).status).toBe(403);
    expect((await entriesOf(reader.userId)).at(-1)).toMatchObject({ action: 'staff_call_refused' });
  });

  it('what the policy denies, once an hour, with the row that would have allowed it', async () => {
    const owner = await server.signUp();
    const deniedTo = async (id: string) => (await entriesOf(id)).filter(({ action }) => action === 'call_refused');
    const key = { name: 'Site', role: 'READER', contextIds: [], expiresAt: null };
    const { secret, id } = (await owner.post('/api-keys', key)).body as { secret: string; id: string };
    const payload = { contextId: owner.contextId, word: 'frete', link: 'https://loja.com.br', caseSensitive: false };
    const headers = { authorization: `Bearer ${secret}` };
    const create = { method: 'POST', url: '/api/hyperlinks', headers, payload } as const;
    for (let time = 0; time < 3; time += 1) expect((await server.call(create)).status).toBe(403);
    // A process that has not seen them writes no second entry either.
    const other = await createApp({ services: server.services });
    expect((await other.inject(create)).statusCode).toBe(403);
    await other.close();
    const needed = { neededRole: 'WRITER', row: 'p, WRITER, any, hyperlinks, manage' };
    expect(await deniedTo(id)).toMatchObject([{ detail: { resource: 'hyperlinks', action: 'create', ...needed } }]);

    // The plan of a new account has no flags.
    expect((await owner.get(`/contexts/${owner.contextId}/appearance`)).status).toBe(403);
    const byPlan = { neededRole: 'OWNER', neededFlag: 'customizeWidget' };
    const row = 'p, MEMBER, customizeWidget, appearance, show';
    expect(await deniedTo(owner.userId)).toMatchObject([{ detail: { resource: 'appearance', ...byPlan, row } }]);
  });

  it('reuse of an old refresh token', async () => {
    const owner = await server.signUp();
    const refresh = (token: string) =>
      server.call({ method: 'GET', url: '/api/sessions/refresh', headers: { 'refresh-token': token } });
    expect((await refresh(owner.tokens.refreshToken)).status).toBe(200);
    await query(`update sessions set rotated_at = now() - interval '1 hour' where user_id = $1`, owner.userId);
    expect((await refresh(owner.tokens.refreshToken)).status).toBe(401);
    expect((await entriesOf(owner.userId)).at(-1)).toMatchObject({
      action: 'refresh_token_reused',
      subject: owner.email,
      ip: '127.0.0.1',
    });
  });

  it('a deactivated user with the right password, as refused instead of failed', async () => {
    const owner = await server.signUp();
    const signIn = (password: string) =>
      server.call({ method: 'POST', url: '/api/auth/login', payload: { email: owner.email, password } });
    await query(`update users set status = 'INACTIVE' where id = $1`, owner.userId);
    expect((await signIn('Senha#Forte1')).body.code).toBe('wrong_credentials');
    expect((await entriesOf(owner.userId)).at(-1)).toMatchObject({ action: 'sign_in_refused' });
    expect((await signIn('Outra#Senha1')).body.code).toBe('wrong_credentials');
    expect((await entriesOf(owner.userId)).at(-1)).toMatchObject({ action: 'sign_in_failed' });
  });
});

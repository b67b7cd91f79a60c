import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as kit from '../../resources/kit/field.ts';
import { defineResource, type Resource } from '../../resources/kit/resource.ts';
import { addJob } from '../../src/server/jobs/queue.ts';
import { serve } from '../../src/server/resource/serve.ts';
import { ApiError } from '../../src/server/runtime/api-error.ts';
import { type Caller, startServer, type TestServer } from '../support/server.ts';

const suppliers = defineResource({
  name: 'fixture-suppliers',
  scope: 'account',
  storage: 'derived',
  title: 'name',
  atMost: { rows: 120, error: 'too_many_webhooks' },
  fields: {
    name: kit.text({ unique: true }),
    reason: kit.reference('close-reasons', { optional: true, onDelete: 'clear' }),
    contexts: kit.references('contexts', { initial: [] }),
    hook: kit.reference('outgoing-webhooks', { optional: true, onDelete: 'clear' }),
    discount: kit.count({ initial: 0 }),
    code: kit.text({ readOnly: true, optional: true }),
  },
  list: { columns: ['name'], filters: ['discount'], sort: 'name', import: true, export: true },
  actions: ['list', 'show', 'create', 'edit', 'delete', 'import', 'export'],
});
const PATH = suppliers.api;

let server: TestServer;
let owner: Caller;
let stranger: Caller;
beforeAll(async () => {
  server = await startServer({
    worker: false,
    resources: [suppliers] as unknown as Resource[],
    policyRows: ['import', 'export'].map((action) => `p, WRITER, any, fixture-suppliers, ${action}`),
    app: {
      moreRoutes: (api, services) =>
        serve(api, services, suppliers, {
          beforeWrite: (_tx, _tenant, { after }) => {
            if (after.discount > 50) {
              const error = { field: 'discount', code: 'too_big', message: 'No máximo 50.' };
              throw new ApiError('invalid_input', { errors: [error] });
            }
            return { code: `code of ${after.name}` };
          },
          afterWrite: (tx, { accountId }, { id }) => addJob(tx, { accountId, kind: 'fixture', subjectId: id }),
        }),
    },
  });
  [owner, stranger] = [await server.signUp(), await server.signUp()];
});
afterAll(() => server.close());

const query = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;
beforeEach(async () => {
  await query('delete from fixture_suppliers');
  await query(`delete from jobs where kind = 'fixture'`);
  await query(`delete from audit_entries where action like 'fixture%'`);
});
const many = (caller: Caller, rows: object[]) => caller.post(`${PATH}/bulk-create`, { rows });
const bring = (caller: Caller, rows: object[], more = {}) => caller.post(`${PATH}/bulk-import`, { rows, ...more });
const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ name: `Número ${from + at}` }));
const namesOf = async (caller: Caller) =>
  (await caller.get(`${PATH}?limit=100`)).body.data.map(({ name }: { name: string }) => name);
const errorsOf = ({ body }: { body: { errors: { field: string; code: string }[] } }) =>
  body.errors.map(({ field, code }) => [field, code]);

describe('several rows', () => {
  it('are created together, with hooks and an audit entry each', async () => {
    const { status, body } = await many(owner, [{ name: 'Moinho', discount: 5 }, { name: 'Padaria' }]);
    expect(status).toBe(201);
    expect(body.data).toMatchObject([
      { name: 'Moinho', discount: 5, code: 'code of Moinho' },
      { name: 'Padaria', discount: 0, code: 'code of Padaria' },
    ]);
    expect(await query(`select from jobs where kind = 'fixture'`)).toHaveLength(2);
    const entries = await query(`select subject, detail from audit_entries where action = 'fixture-suppliers_create'`);
    expect(entries.map(({ subject }) => subject).sort()).toEqual(['Moinho', 'Padaria']);
    expect(entries[0].detail).toMatchObject({ id: expect.any(String), name: expect.any(String) });
    expect(await namesOf(stranger)).toEqual([]);
  });

  it('are all refused if one is, with the errors of each', async () => {
    await owner.post(PATH, { name: 'Moinho' });
    const refused = await many(owner, [
      { name: 'Novo' },
      { name: 'Moinho' },
      { name: 'Caro', discount: 60 },
      { name: 'Perdido', reason: randomUUID() },
    ]);
    expect(refused.status).toBe(422);
    expect(errorsOf(refused)).toEqual([
      ['rows.1.name', 'already_exists'],
      ['rows.2.discount', 'too_big'],
      ['rows.3.reason', 'unknown_reference'],
    ]);
    expect(errorsOf(await many(owner, [{ name: 'Um' }, { name: 'Um' }]))).toEqual([['rows.1.name', 'already_exists']]);
    expect(errorsOf(await many(owner, [{ name: 'Um' }, { name: '' }]))).toEqual([['rows.1.name', 'required']]);
    expect(await namesOf(owner)).toEqual(['Moinho']);
    expect(await query(`select from jobs where kind = 'fixture'`)).toHaveLength(1);
    expect(await query(`select from audit_entries where action = 'fixture-suppliers_create'`)).toHaveLength(1);
  });

  it('are at most 100 a call, and as many as an account may have', async () => {
    expect((await many(owner, numbered(101))).status).toBe(422);
    expect((await many(owner, numbered(100))).status).toBe(201);
    const refused = await many(owner, numbered(21, 100));
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_webhooks']);
    expect((await many(owner, numbered(20, 100))).status).toBe(201);
  });

  it('are read by their ids, of one account only', async () => {
    const { data } = (await many(owner, numbered(3))).body;
    const [first, , third] = data.map(({ id }: { id: string }) => id);
    const read = async (caller: Caller) =>
      (await caller.get(`${PATH}?id=${first}&id=${third}&id=${randomUUID()}`)).body;
    expect((await read(owner)).data.map(({ id }: { id: string }) => id)).toEqual([first, third]);
    expect(await read(stranger)).toMatchObject({ data: [], total: 0 });
    const tooMany = Array.from({ length: 101 }, () => `id=${first}`).join('&');
    expect((await owner.get(`${PATH}?${tooMany}`)).status).toBe(422);
    // Of any context, but only of those that the person may see.
    const reason = (await owner.post('/close-reasons', { contextId: owner.contextId, reason: 'Troca' })).body.id;
    expect((await owner.get(`/close-reasons?id=${reason}`)).body.data).toMatchObject([{ reason: 'Troca' }]);
    const other = (await owner.post('/contexts', { name: 'Outra' })).body.id;
    const limited = await server.as(owner, 'READER', [other]);
    expect((await limited.get(`/close-reasons?id=${reason}`)).body.data).toEqual([]);
    expect(errorsOf(await owner.get('/close-reasons'))).toEqual([['contextId', 'required']]);
  });
});

describe('an import', () => {
  it('finds referenced rows by their titles', async () => {
    const [contextId, reason] = [owner.contextId, 'Devolução'];
    const id = (await owner.post('/close-reasons', { contextId, reason })).body.id;
    const name = (await owner.get(`/contexts/${contextId}`)).body.name;
    const { body } = await bring(owner, [
      { name: 'Pelo título', reason: 'devolução ', contexts: [name] },
      { name: 'Pelo id', reason: id, contexts: [contextId] },
    ]);
    expect(body.data).toMatchObject([
      { reason: id, contexts: [contextId] },
      { reason: id, contexts: [contextId] },
    ]);
    const unknown = await bring(stranger, [{ name: 'De fora', reason, contexts: [name] }]);
    // The stranger has a context of their own, perhaps of the same name.
    expect(errorsOf(unknown)).toContainEqual(['rows.0.reason', 'unknown_reference']);
    const twice = await server.signUp();
    for (const _ of [1, 2]) {
      const other = (await twice.post('/contexts', { name: `Loja ${randomUUID()}` })).body.id;
      await twice.post('/close-reasons', { contextId: other, reason });
    }
    expect(errorsOf(await bring(twice, [{ name: 'Qual', reason }]))).toEqual([['rows.0.reason', 'unknown_reference']]);
  });

  it('can be checked before anything is written', async () => {
    const good = await bring(owner, numbered(2), { onlyCheck: true });
    expect([good.status, good.body.data]).toEqual([201, []]);
    const bad = await bring(owner, [{ name: 'Caro', discount: 60 }, { name: 'Novo' }], { onlyCheck: true });
    expect(errorsOf(bad)).toEqual([['rows.0.discount', 'too_big']]);
    expect(await namesOf(owner)).toEqual([]);
    expect(await query(`select from jobs where kind = 'fixture'`)).toEqual([]);
  });

  it('needs its own right, and contexts that the person may see', async () => {
    const reader = await server.as(owner, 'READER');
    const rows = [{ contextId: owner.contextId, shortcut: 'prazo', text: 'Dois dias.' }];
    expect((await reader.post('/prepared-answers/bulk-import', { rows })).status).toBe(403);
    expect((await reader.post('/prepared-answers/bulk-create', { rows })).status).toBe(403);
    expect((await stranger.post('/prepared-answers/bulk-import', { rows })).status).toBe(404);
    const other = (await owner.post('/contexts', { name: 'De outra equipe' })).body.id;
    const limited = await server.as(owner, 'WRITER', [other]);
    expect((await limited.post('/prepared-answers/bulk-import', { rows })).status).toBe(404);
    expect((await limited.post('/prepared-answers/bulk-create', { rows })).status).toBe(404);
    expect((await owner.post('/prepared-answers/bulk-import', { rows })).status).toBe(201);
  });

  it('brings the reasons for closing a talk, which only administrators choose, and takes them along', async () => {
    const { contextId } = owner;
    const rows = [
      { contextId, reason: 'Troca combinada' },
      { contextId, reason: 'Visita marcada' },
    ];
    const writer = await server.as(owner, 'WRITER');
    expect((await writer.post('/close-reasons/bulk-import', { rows })).status).toBe(403);
    expect((await writer.get(`/close-reasons/export?contextId=${contextId}`)).status).toBe(403);
    expect((await owner.post('/close-reasons/bulk-import', { rows })).status).toBe(201);
    const file = await owner.get(`/close-reasons/export?contextId=${contextId}`);
    for (const { reason } of rows) expect(file.text).toContain(reason);
  });

  it('tells nobody which rows there are of a list that they may not see', async () => {
    const webhook = { name: 'Segredo', url: 'https://exemplo.invalid/', events: ['payment.failed'], contextIds: [] };
    const hook = (await owner.post('/outgoing-webhooks', webhook)).body.id;
    const writer = await server.as(owner, 'WRITER');
    const refused = await bring(writer, [{ name: 'Curioso', hook: 'Segredo' }], { onlyCheck: true });
    expect(errorsOf(refused)).toEqual([['rows.0.hook', 'unknown_reference']]);
    expect((await bring(owner, [{ name: 'Dona', hook: 'Segredo' }])).body.data).toMatchObject([{ hook }]);
    // It is for all contexts, which this person does not see.
    const limited = await server.as(owner, 'ADMIN', [owner.contextId]);
    const narrowed = await bring(limited, [{ name: 'Limitada', hook: 'Segredo' }], { onlyCheck: true });
    expect(errorsOf(narrowed)).toEqual([['rows.0.hook', 'unknown_reference']]);
    const exported = async (caller: Caller) => (await caller.get(`${PATH}/export`)).text.includes('Segredo');
    expect([await exported(owner), await exported(writer), await exported(limited)]).toEqual([true, false, false]);
  });
});

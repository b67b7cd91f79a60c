import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as kit from '../../resources/kit/field.ts';
import { defineResource, type Resource } from '../../resources/kit/resource.ts';
import { addJob } from '../../src/server/jobs/queue.ts';
import { serve } from '../../src/server/resource/serve.ts';
import { ApiError } from '../../src/server/runtime/api-error.ts';
import { readOperations } from '../support/operations.ts';
import { type Caller, startServer, type TestServer } from '../support/server.ts';

const orders = defineResource({
  name: 'fixture-orders',
  scope: 'context',
  storage: 'derived',
  title: 'name',
  fields: {
    name: kit.text({ unique: true }),
    status: kit.choice(['open', 'paid', 'blocked'], { initial: 'open' }),
    reason: kit.longText({ optional: true }),
    code: kit.text({ readOnly: true, optional: true }),
    updatedAt: kit.moment({ readOnly: true }),
  },
  list: { columns: ['name'], sort: 'name', bulk: ['status', 'reason'] },
  actions: [
    ...(['list', 'show', 'create', 'edit', 'delete'] as const),
    {
      ...{ name: 'block', icon: 'stop', on: 'rows', tone: 'danger' },
      when: { status: ['open', 'paid'] },
      input: { reason: kit.longText() },
    },
    { name: 'receipt', icon: 'download', answer: 'file', allowedBy: 'show' },
    { name: 'key', icon: 'shield', answer: 'shown', path: 'show-key' },
    { name: 'check', icon: 'bolt', answer: 'result', allowedBy: 'show' },
  ],
});
const PATH = orders.api;

let server: TestServer;
let owner: Caller;
let stranger: Caller;
beforeAll(async () => {
  server = await startServer({
    worker: false,
    resources: [orders] as unknown as Resource[],
    app: {
      moreRoutes: (api, services) =>
        serve(api, services, orders, {
          beforeWrite: (_tx, _tenant, { before, after }) => {
            if (after.name.includes('proibido')) {
              const error = { field: 'name', code: 'invalid', message: 'Escolha outro nome.' };
              throw new ApiError('invalid_input', { errors: [error] });
            }
            return before ? undefined : { code: `code of ${after.name}` };
          },
          afterWrite: async (tx, { accountId }, { id, after }) => {
            await addJob(tx, { accountId, kind: 'fixture', subjectId: id });
            if (after.reason === 'falha') throw new Error('the last step fails');
          },
          beforeDelete: (_tx, _tenant, { status }) =>
            status === 'blocked' ? Promise.reject(new ApiError('conflict')) : Promise.resolve(),
          actions: {
            block: {
              run: async (tx, _tenant, rows, { reason }) => {
                for (const { id } of rows) {
                  const change = `update fixture_orders set status = 'blocked', reason = '${reason}' where id = '${id}'`;
                  await tx.execute(change);
                }
                if (reason === 'falha') throw new ApiError('conflict');
              },
            },
            receipt: {
              fileType: 'text/plain',
              run: async (_tx, _tenant, [{ name }]) =>
                Promise.resolve(() => Promise.resolve({ name: `${name}.txt`, bytes: Buffer.from(`Pedido ${name}`) })),
            },
            check: {
              result: z.object({ verdict: z.string() }),
              run: (_tx, _tenant, [{ name }]) => Promise.resolve(() => Promise.resolve({ verdict: `${name} é bom` })),
            },
            key: { run: (_tx, _tenant, [{ name }]) => Promise.resolve(`key of ${name}`) },
          },
        }),
    },
  });
  owner = await server.signUp();
  stranger = await server.signUp();
});
afterAll(() => server.close());

const query = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;
beforeEach(async () => {
  await query('delete from fixture_orders');
  await query(`delete from jobs where kind = 'fixture'`);
});

const make = async (caller: Caller, name: string, more: object = {}): Promise<string> =>
  (await caller.post(PATH, { contextId: caller.contextId, name, ...more })).body.id;
const statesOf = async (): Promise<string[]> =>
  (await query('select name, status from fixture_orders order by name')).map(({ name, status }) => `${name} ${status}`);
const jobs = async () => (await query(`select 1 from jobs where kind = 'fixture'`)).length;
const entries = (action: string) =>
  query(
    `select subject, detail from audit_entries where account_id = $1 and action = $2 order by subject`,
    ...[owner.accountId, `fixture-orders_${action}`],
  );

describe('a hook', () => {
  it('adds stored values, and queues a job with the row', async () => {
    const id = await make(owner, 'um');
    expect((await owner.get(`${PATH}/${id}`)).body).toMatchObject({ name: 'um', code: 'code of um' });
    expect(await jobs()).toBe(1);
    await owner.put(`${PATH}/${id}`, { reason: 'novo' });
    expect((await owner.get(`${PATH}/${id}`)).body).toMatchObject({ reason: 'novo', code: 'code of um' });
    expect(await query('select subject_id as id from jobs where kind = $1', 'fixture')).toEqual([{ id }]);
  });

  it('refuses a value at its field', async () => {
    const refused = await owner.post(PATH, { contextId: owner.contextId, name: 'proibido' });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'name']);
    const id = await make(owner, 'um');
    expect((await owner.put(`${PATH}/${id}`, { name: 'também proibido' })).status).toBe(422);
    expect(await statesOf()).toEqual(['um open']);
  });

  it('that fails after the write leaves neither the row nor what it did itself', async () => {
    const failed = await owner.post(PATH, { contextId: owner.contextId, name: 'dois', reason: 'falha' });
    expect(failed.status).toBe(500);
    expect([await statesOf(), await jobs()]).toEqual([[], 0]);
  });

  it('keeps a row from being deleted', async () => {
    const id = await make(owner, 'um', { status: 'blocked' });
    expect((await owner.delete(`${PATH}/${id}`)).status).toBe(409);
    expect(await statesOf()).toEqual(['um blocked']);
  });
});

describe('an action', () => {
  it('gets its validated input, and leaves a row that does not fit as it is', async () => {
    const id = await make(owner, 'um');
    const empty = await owner.post(`${PATH}/${id}/block`, {});
    expect([empty.status, empty.body.errors[0].field]).toEqual([422, 'reason']);
    expect((await owner.post(`${PATH}/${id}/block`, { reason: 'dívida' })).status).toBe(204);
    expect((await owner.post(`${PATH}/${id}/block`, { reason: 'outra' })).status).toBe(204);
    expect((await owner.get(`${PATH}/${id}`)).body).toMatchObject({ status: 'blocked', reason: 'dívida' });
    expect(await entries('block')).toHaveLength(1);
  });

  it('changes several rows, or none if one of them is not found or fails', async () => {
    const ids = [await make(owner, 'um'), await make(owner, 'dois', { status: 'paid' })];
    const block = (caller: Caller, some: readonly string[], reason = 'dívida') =>
      caller.post(`${PATH}/bulk-block`, { ids: some, reason });
    for (const foreign of [await make(stranger, 'alheio'), randomUUID()])
      expect((await block(owner, [...ids, foreign])).status).toBe(404);
    expect((await block(owner, ids, 'falha')).status).toBe(409);
    expect((await block(await server.as(owner, 'READER'), ids)).status).toBe(403);
    const hidden = (await owner.post('/contexts', { name: `Filial ${randomUUID()}` })).body.id;
    expect((await block(await server.as(owner, 'WRITER', [hidden]), ids)).status).toBe(404);
    expect(await statesOf()).toEqual(['alheio open', 'dois paid', 'um open']);
    expect((await block(owner, ids)).status).toBe(204);
    expect(await statesOf()).toEqual(['alheio open', 'dois blocked', 'um blocked']);
  });

  it('answers with a file, a secret or a result, only of rows that the caller may see', async () => {
    const id = await make(owner, 'um');
    const file = await (await server.as(owner, 'READER')).get(`${PATH}/${id}/receipt`);
    expect([file.text, file.headers['content-type']]).toEqual(['Pedido um', 'text/plain']);
    expect(file.headers['content-disposition']).toContain('um.txt');
    expect((await owner.post(`${PATH}/${id}/show-key`)).body).toEqual({ secret: 'key of um' });
    expect((await stranger.get(`${PATH}/${id}/receipt`)).status).toBe(404);
    expect((await stranger.post(`${PATH}/${id}/show-key`)).status).toBe(404);
    expect((await owner.post(`${PATH}/${id}/check`)).body).toEqual({ verdict: 'um é bom' });
    expect((await stranger.post(`${PATH}/${id}/check`)).status).toBe(404);
  });

  it('is in the description of the API', async () => {
    const ids = (await readOperations(server)).filter(({ resource }) => resource === orders.name).map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['blockFixtureOrder', 'bulkBlockFixtureOrders', 'receiptFixtureOrder', 'keyFixtureOrder']),
    );
    expect(ids).toEqual(expect.arrayContaining(['bulkEditFixtureOrders', 'bulkDeleteFixtureOrders']));
  });
});

describe('several rows', () => {
  it('get the same value of a declared field, with an entry of the log each', async () => {
    const ids = [await make(owner, 'um'), await make(owner, 'dois')];
    expect((await owner.post(`${PATH}/bulk-edit`, { ids: [...ids, ids[0]], status: 'paid' })).status).toBe(204);
    expect(await statesOf()).toEqual(['dois paid', 'um paid']);
    const change = { before: { status: 'open' }, after: { status: 'paid' } };
    expect(await entries('edit')).toEqual(
      expect.arrayContaining([
        { subject: 'dois', detail: { id: ids[1], ...change } },
        { subject: 'um', detail: { id: ids[0], ...change } },
      ]),
    );
    await owner.post(`${PATH}/bulk-edit`, { ids, name: 'igual' });
    expect(await statesOf()).toEqual(['dois paid', 'um paid']);
  });

  it('are changed and deleted together, or not at all', async () => {
    const ids = [await make(owner, 'um'), await make(owner, 'dois')];
    const alien = await make(stranger, 'alheio');
    const before = await statesOf();
    for (const some of [
      [...ids, alien],
      [...ids, randomUUID()],
    ]) {
      expect((await owner.post(`${PATH}/bulk-edit`, { ids: some, status: 'paid' })).status).toBe(404);
      expect((await owner.post(`${PATH}/bulk-delete`, { ids: some })).status).toBe(404);
    }
    expect((await owner.post(`${PATH}/bulk-edit`, { ids, reason: 'falha' })).status).toBe(500);
    const many = Array.from({ length: 101 }, () => randomUUID());
    expect((await owner.post(`${PATH}/bulk-delete`, { ids: many })).status).toBe(422);
    expect(await statesOf()).toEqual(before);
    await owner.post(`${PATH}/bulk-edit`, { ids: [ids[0]], status: 'blocked' });
    expect((await owner.post(`${PATH}/bulk-delete`, { ids })).status).toBe(409);
    await owner.post(`${PATH}/bulk-edit`, { ids, status: 'paid' });
    expect((await owner.post(`${PATH}/bulk-delete`, { ids })).body).toEqual({ deleted: 2 });
    expect(await statesOf()).toEqual(['alheio open']);
    expect((await entries('delete')).map(({ subject }) => subject)).toEqual(['dois', 'um']);
  });
});

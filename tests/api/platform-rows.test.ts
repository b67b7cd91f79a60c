import { afterAll, beforeAll, expect, it } from 'vitest';
import * as kit from '../../resources/kit/field.ts';
import { defineResource, type Resource } from '../../resources/kit/resource.ts';
import { exportOf } from '../../src/server/identity/account/export-tables.ts';
import { type Caller, startServer, type TestServer } from '../support/server.ts';

const notes = defineResource({
  name: 'fixture-notes',
  scope: 'platform',
  storage: 'derived',
  hasSlugs: true,
  title: 'name',
  fields: {
    name: kit.text(),
    code: kit.text({ unique: true }),
    price: kit.decimal({ scale: 2, optional: true }),
    updatedAt: kit.moment({ readOnly: true }),
  },
  list: { columns: ['name', 'price'], search: ['name'], sort: 'name' },
  history: true,
  actions: ['list', 'show', 'create', 'edit', 'delete', 'history'],
});
const PATH = notes.api;

let server: TestServer;
let owner: Caller;
let staff: Caller;
beforeAll(async () => {
  server = await startServer({ worker: false, resources: [notes] as unknown as Resource[] });
  owner = await server.signUp();
  staff = await server.as(await server.signUp(), 'WM_ADMIN');
});
afterAll(() => server.close());

const query = async (text: string, ...values: unknown[]) => (await server.services.db.pool.query(text, values)).rows;

it('stores rows of the platform, which staff share and customers never reach', async () => {
  const made = await staff.post(PATH, { name: 'Nota Azul', code: 'a', price: 1.25 });
  expect(made).toMatchObject({ status: 201, body: { id: 'nota-azul', price: 1.25 } });
  const namesake = await staff.post(PATH, { name: 'Nota azul', code: 'b' });
  expect(namesake.body.id).toMatch(/^nota-azul-[0-9a-z]+$/);
  expect(await staff.post(PATH, { name: 'Outra', code: 'a' })).toMatchObject({
    status: 409,
    body: { code: 'already_exists', current: { id: 'nota-azul' } },
  });
  const colleague = await server.as(await server.signUp(), 'WM_ADMIN');
  const { version } = (await colleague.get(`${PATH}/nota-azul`)).body;
  expect((await colleague.put(`${PATH}/nota-azul`, { price: 2.5, version })).body.price).toBe(2.5);
  expect((await staff.get(`${PATH}?search=AZUL&sort=price`)).body).toMatchObject({
    total: 2,
    data: [{ id: 'nota-azul', price: 2.5 }, { id: namesake.body.id }],
  });
  const calls = [
    owner.get(PATH),
    owner.get(`${PATH}/nota-azul`),
    owner.post(PATH, { name: 'Minha', code: 'c' }),
    owner.put(`${PATH}/nota-azul`, { price: 0 }),
    owner.delete(`${PATH}/nota-azul`),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect(exportOf(notes as unknown as Resource)).toEqual([]);
  expect((await staff.delete(`${PATH}/${namesake.body.id}`)).status).toBe(204);
  expect((await staff.get(`${PATH}/${namesake.body.id}`)).status).toBe(404);
});

it('keeps them from the database role of customers', async () => {
  await staff.post(PATH, { name: 'Fechada', code: 'f' });
  const client = await server.services.db.pool.connect();
  try {
    const seenAs = async (role: string) => {
      await client.query('begin');
      await client.query(`select set_config('role', $1, true), set_config('prosa.account', $2, true)`, [
        role,
        owner.accountId,
      ]);
      const { rows } = await client.query('select count(*)::int as count from fixture_notes');
      await client.query('rollback');
      return rows[0].count as number;
    };
    expect(await seenAs('prosa_platform')).toBeGreaterThan(0);
    expect(await seenAs('prosa_tenant')).toBe(0);
  } finally {
    client.release();
  }
});

it('records who has changed them', async () => {
  const { id } = (await staff.post(PATH, { name: 'Contada', code: 'g', price: 1 })).body;
  await staff.put(`${PATH}/${id}`, { price: 3 });
  await staff.delete(`${PATH}/${id}`);
  const entries = await query(
    `select action, detail from audit_entries where action like 'fixture-notes%' and detail ->> 'id' = $1 order by at`,
    id,
  );
  expect(entries).toMatchObject([
    { action: 'fixture-notes_create' },
    { action: 'fixture-notes_edit', detail: { before: { price: 1 }, after: { price: 3 } } },
    { action: 'fixture-notes_delete' },
  ]);
});

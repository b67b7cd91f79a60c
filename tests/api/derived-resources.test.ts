import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as kit from '../../resources/kit/field.ts';
import { defineResource, type FieldsOf, type Resource } from '../../resources/kit/resource.ts';
import { type Caller, startServer, type TestServer } from '../support/server.ts';

const common = {
  storage: 'derived',
  title: 'name',
  actions: ['list', 'show', 'create', 'edit', 'delete'],
} as const;
const named = { name: kit.text({ unique: true }) };
const list = { columns: ['name'], sort: 'name' } as const;

const categories = defineResource({ ...common, name: 'fixture-categories', scope: 'account', fields: named, list });
const places = defineResource({ ...common, name: 'fixture-places', scope: 'context', fields: named, list });
const FILTERS = [
  'size',
  'colors',
  'isOn',
  'since',
  'pieces',
  'weight',
  'price',
  'category',
  'place',
  'branch',
] as const;
/** A resource with every kind of field. */
const things = defineResource({
  ...common,
  name: 'fixture-things',
  scope: 'context',
  fields: {
    name: kit.text(),
    notes: kit.longText({ optional: true }),
    site: kit.url(),
    mail: kit.email(),
    size: kit.choice(['small', 'large']),
    colors: kit.choices(['red', 'green', 'blue']),
    isOn: kit.toggle(),
    since: kit.moment(),
    pieces: kit.count(),
    weight: kit.decimal({ scale: 2 }),
    price: kit.money(),
    category: kit.reference('fixture-categories'),
    place: kit.reference('fixture-places', { optional: true, onDelete: 'cascade' }),
    branch: kit.reference('contexts', { optional: true, onDelete: 'clear' }),
    others: kit.references('fixture-categories', { initial: [] }),
    updatedAt: kit.moment({ readOnly: true }),
  },
  list: { columns: ['name'], search: ['name'], filters: [...FILTERS, 'others'], sort: 'name' },
});

let server: TestServer;
let owner: Caller;
let stranger: Caller;
/** Ids of rows, and of the second context of the account. */
const ids = { food: '', drinks: '', kitchen: '', cellar: '', foreign: '', branch: '', elsewhere: '' };

beforeAll(async () => {
  server = await startServer({ resources: [categories, places, things] as unknown as Resource[] });
  owner = await server.signUp();
  stranger = await server.signUp();
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business'`);
  const { contextId } = owner;
  const make = async (caller: Caller, path: string, body: object): Promise<string> =>
    (await caller.post(path, body)).body.id;
  ids.branch = await make(owner, '/contexts', { name: 'Filial' });
  ids.food = await make(owner, '/fixture-categories', { name: 'Comida' });
  ids.drinks = await make(owner, '/fixture-categories', { name: 'Bebida' });
  ids.foreign = await make(stranger, '/fixture-categories', { name: 'Alheia' });
  ids.kitchen = await make(owner, '/fixture-places', { name: 'Cozinha', contextId });
  ids.cellar = await make(owner, '/fixture-places', { name: 'Adega', contextId });
  ids.elsewhere = await make(owner, '/fixture-places', { name: 'Cozinha', contextId: ids.branch });
});
afterAll(() => server.close());

const PATH = '/fixture-things';
type Name = Exclude<keyof FieldsOf<typeof things>, 'updatedAt'>;
/** Per field: two values, the lower one first, and a query that finds only the second one. */
const values = (): Record<Name, [unknown, unknown, string?]> => ({
  name: ['Arroz', 'Zinco', 'search=zinco'],
  notes: [null, 'Em duas\nlinhas'],
  site: ['https://a.com.br/', 'https://b.com.br/x?y=1'],
  mail: ['a@empresa.com.br', 'b@empresa.com.br'],
  size: ['large', 'small', 'size=small'],
  colors: [['red'], ['blue', 'green'], 'colors=green'],
  isOn: [false, true, 'isOn=true'],
  since: [
    '2026-01-01T03:00:00.000Z',
    '2026-06-30T12:34:56.789Z',
    'since_gte=2026-06-30T09:34:56-03:00&since_lte=2026-07-01',
  ],
  pieces: [0, 2_147_483_647, 'pieces_gte=2147483647'],
  weight: [0.07, 999_999_999_999.99, 'weight_gte=999999999999.99&weight_lte=999999999999.99'],
  price: [1, 129_990, 'price_gte=100&price_lte=129990'],
  category: [ids.food, ids.drinks, `category=${ids.drinks}`],
  place: [ids.kitchen, ids.cellar, `place=${ids.cellar}`],
  branch: [null, ids.branch, `branch=${ids.branch}`],
  others: [[], [ids.food, ids.drinks], `others=${ids.food}`],
});
const NAMES = Object.keys(values()) as Name[];
const row = (change: object = {}, side: 0 | 1 = 0) => ({
  contextId: owner.contextId,
  ...Object.fromEntries(Object.entries(values()).map(([name, pair]) => [name, pair[side]])),
  ...change,
});
const rowsNow = async () => (await owner.get(`${PATH}?contextId=${owner.contextId}&limit=100`)).body;
const clear = () => server.services.db.pool.query('delete from fixture_things');

describe('every kind of field of a derived resource', () => {
  it('is in this test', () => {
    const kinds: Record<kit.FieldKind, true> = {
      ...{ text: true, longText: true, url: true, email: true, choice: true, choices: true, toggle: true },
      ...{ moment: true, count: true, decimal: true, money: true, reference: true, references: true },
    };
    expect(new Set(Object.values(things.fields).map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)));
  });

  it.each(NAMES)('%s is created, edited, shown and listed as it was sent', async (name) => {
    await clear();
    const [first, second] = values()[name];
    const made = await owner.post(PATH, row());
    expect(made).toMatchObject({ status: 201, body: { [name]: first } });
    const url = `${PATH}/${made.body.id}`;
    expect(await owner.put(url, { [name]: second })).toMatchObject({ status: 200, body: row({ [name]: second }) });
    expect((await owner.get(url)).body).toMatchObject(row({ [name]: second }));
    expect((await rowsNow()).data).toMatchObject([row({ [name]: second })]);
    expect((await owner.put(url, { [name]: first })).body).toMatchObject(row());
    const late = await owner.put(url, { [name]: second, version: made.body.version });
    expect(late).toMatchObject({ status: 200, body: row({ [name]: second }) });
  });

  it('is filtered and sorted by, or refused in a list', async () => {
    await clear();
    const low = (await owner.post(PATH, row())).body.id;
    const high = (await owner.post(PATH, row({}, 1))).body.id;
    const found = async (query: string) => {
      const { status, body } = await owner.get(`${PATH}?contextId=${owner.contextId}&${query}`);
      return status === 200 ? body.data.map(({ id }: { id: string }) => id) : [status, body.code];
    };
    for (const name of NAMES) {
      const [first, , query] = values()[name];
      if (query) expect(await found(query), query).toEqual([high]);
      const isList = Array.isArray(first);
      expect(await found(`sort=${name}`), name).toEqual(
        isList ? [422, 'invalid_input'] : first === null ? [high, low] : [low, high],
      );
    }
  });
});

it.each([
  ['pieces', 1.5],
  ['price', 10.5],
])('a fraction in %s is refused, not rounded', async (name, value) => {
  await clear();
  const refused = await owner.post(PATH, row({ [name]: value }));
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  expect(refused.body.errors).toEqual([{ field: name, code: 'not_integer', message: 'Informe um número inteiro' }]);
  expect((await rowsNow()).total).toBe(0);
});

it('more decimals than a field has are refused, not rounded', async () => {
  await clear();
  const refused = await owner.post(PATH, row({ weight: 0.075 }));
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'weight', code: 'decimals' }] } });
  expect((await rowsNow()).total).toBe(0);
});

describe('a reference', () => {
  const wrong = (): [Name, unknown][] => [
    ['category', ids.foreign],
    ['category', randomUUID()],
    ['place', ids.elsewhere],
    ['place', randomUUID()],
    ['branch', stranger.contextId],
    ['branch', randomUUID()],
    ['others', [ids.food, ids.foreign]],
    ['others', [randomUUID()]],
  ];

  it('to a row of another account or context, or to none, is refused and never stored', async () => {
    await clear();
    const { id } = (await owner.post(PATH, row())).body;
    for (const [field, value] of wrong()) {
      for (const answer of [
        await owner.post(PATH, row({ [field]: value })),
        await owner.put(`${PATH}/${id}`, { [field]: value }),
      ]) {
        expect(answer, field).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
        const message = 'Não encontramos o item escolhido. Pode ter sido excluído.';
        expect(answer.body.errors).toEqual([{ field, code: 'unknown_reference', message }]);
      }
    }
    expect((await rowsNow()).data).toMatchObject([row()]);
  });

  it('is refused by the database, too', async () => {
    await clear();
    const { id } = (await owner.post(PATH, row())).body;
    const { pool } = server.services.db;
    const set = (column: string, value: string) =>
      pool.query(`update fixture_things set ${column} = $1 where id = $2`, [value, id]);
    await expect(set('category', ids.foreign)).rejects.toThrow(/fixture_things_category_reference/);
    await expect(set('place', ids.elsewhere)).rejects.toThrow(/fixture_things_place_reference/);
    await expect(set('branch', stranger.contextId)).rejects.toThrow(/fixture_things_branch_reference/);
  });

  it('to a row of a context that the member may not see is refused', async () => {
    await clear();
    const member = await server.as(owner, 'WRITER', [owner.contextId]);
    const refused = await member.post(PATH, row({ branch: ids.branch }));
    expect(refused.body.errors).toMatchObject([{ field: 'branch', code: 'unknown_reference' }]);
  });

  it('that holds a row refuses its deletion and says which rows hold it', async () => {
    await clear();
    const { id } = (await owner.post(PATH, row())).body;
    const refused = await owner.delete(`/fixture-categories/${ids.food}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect(refused.body.message).toMatch(/^Não é possível excluir: este item é usado por “Arroz” \(.+\)\.$/);
    expect(refused.body.current.holders).toEqual([{ resource: things.name, id, title: 'Arroz' }]);
    const unseen = await server.as(owner, 'WRITER', [ids.branch]);
    const { body } = await unseen.delete(`/fixture-categories/${ids.food}`);
    expect(body).toMatchObject({ code: 'in_use', current: { holders: [] } });
    expect(body.message).toBe('Não é possível excluir: outros itens usam este.');
    expect((await owner.get(`/fixture-categories/${ids.food}`)).status).toBe(200);
  });

  it('goes with the row, is cleared, or leaves a list, as declared', async () => {
    await clear();
    const { contextId } = owner;
    const place = (await owner.post('/fixture-places', { name: 'Varanda', contextId })).body.id;
    const branch = (await owner.post('/contexts', { name: 'Quiosque' })).body.id;
    const other = (await owner.post('/fixture-categories', { name: 'Doces' })).body.id;
    const held = (await owner.post(PATH, row({ place }))).body.id;
    const kept = (await owner.post(PATH, row({ branch, others: [other, ids.food] }))).body.id;
    expect((await owner.delete(`/fixture-places/${place}`)).status).toBe(204);
    expect((await owner.get(`${PATH}/${held}`)).status).toBe(404);
    expect((await owner.delete(`/contexts/${branch}`)).status).toBe(204);
    expect((await owner.delete(`/fixture-categories/${other}`)).status).toBe(204);
    expect((await owner.get(`${PATH}/${kept}`)).body).toMatchObject(row({ branch: null, others: [ids.food] }));
  });

  it('does not hold an account that is deleted', async () => {
    const { contextId, accountId } = stranger;
    const change = { contextId, category: ids.foreign, place: null, branch: contextId, others: [ids.foreign] };
    expect((await stranger.post(PATH, row(change))).status).toBe(201);
    const { pool } = server.services.db;
    await pool.query('delete from accounts where id = $1', [accountId]);
    const { rows } = await pool.query(
      `select id from fixture_things where account_id = $1 union all select id from fixture_categories where account_id = $1`,
      [accountId],
    );
    expect(rows).toEqual([]);
  });
});

it('a value that a unique field already has is refused with the row that has it', async () => {
  const again = await owner.post('/fixture-categories', { name: 'Comida' });
  expect(again).toMatchObject({ status: 409, body: { code: 'already_exists', current: { id: ids.food } } });
});

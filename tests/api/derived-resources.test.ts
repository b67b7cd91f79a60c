import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as kit from '../../resources/kit/field.ts';
import { defineResource, type FieldsOf, type Resource } from '../../resources/kit/resource.ts';
import { sweepUploads } from '../../src/server/resource/files.ts';
import { PICTURE } from '../support/operations.ts';
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
  'founded',
  'pieces',
  'weight',
  'price',
  'category',
  'place',
  'branch',
  'total',
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
    founded: kit.date(),
    paint: kit.color(),
    pieces: kit.count(),
    weight: kit.decimal({ scale: 2 }),
    price: kit.money(),
    category: kit.reference('fixture-categories'),
    place: kit.reference('fixture-places', { optional: true, onDelete: 'cascade' }),
    branch: kit.reference('contexts', { optional: true, onDelete: 'clear' }),
    others: kit.references('fixture-categories', { initial: [] }),
    people: kit.list(
      {
        name: kit.text(),
        phone: kit.text({ optional: true }),
        role: kit.choice(['boss', 'clerk'], { initial: 'clerk' }),
      },
      { max: 2 },
    ),
    paper: kit.file({ types: ['pdf', 'csv'], maxMb: 1, optional: true }),
    logo: kit.image({ optional: true }),
    state: kit.choice(['open', 'held', 'shut'], { initial: 'open' }),
    reason: kit.when({ state: ['held', 'shut'] }, kit.longText()),
    hint: kit.when({ state: ['open'] }, kit.text({ optional: true })),
    total: kit.computed(kit.decimal({ scale: 2 }), '{price}::numeric * {pieces} / 100'),
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

const person = (name: string, change: object = {}) => ({ name, phone: null, role: 'clerk', ...change });
const PATH = '/fixture-things';
type Name = Exclude<
  keyof FieldsOf<typeof things>,
  'updatedAt' | 'total' | 'state' | 'reason' | 'hint' | 'paper' | 'logo'
>;
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
  founded: ['1990-02-28', '2026-11-27', 'founded_gte=2026-11-27&founded_lte=2026-11-27'],
  paint: ['#000000', '#0B7A5E'],
  pieces: [0, 2_147_483_647, 'pieces_gte=2147483647'],
  weight: [0.07, 999_999_999_999.99, 'weight_gte=999999999999.99&weight_lte=999999999999.99'],
  price: [1, 129_990, 'price_gte=100&price_lte=129990'],
  category: [ids.food, ids.drinks, `category=${ids.drinks}`],
  place: [ids.kitchen, ids.cellar, `place=${ids.cellar}`],
  branch: [null, ids.branch, `branch=${ids.branch}`],
  people: [[person('Ana')], [person('Bia', { phone: '41 3333-0000' }), person('Rui', { role: 'boss' })]],
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
      ...{
        date: true,
        moment: true,
        color: true,
        count: true,
        decimal: true,
        money: true,
        reference: true,
        references: true,
        list: true,
        file: true,
        image: true,
      },
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

it('a computed field is read, filtered and sorted by, and never written', async () => {
  await clear();
  const made = await owner.post(PATH, row({ price: 250, pieces: 3, total: 1 }));
  expect(made).toMatchObject({ status: 201, body: { total: 7.5 } });
  expect((await owner.put(`${PATH}/${made.body.id}`, { pieces: 5, total: 1 })).body.total).toBe(12.5);
  await owner.post(PATH, row({ price: 1_000, pieces: 1 }));
  const totals = async (query: string) =>
    (await owner.get(`${PATH}?contextId=${owner.contextId}&${query}`)).body.data.map(
      ({ total }: { total: number }) => total,
    );
  expect(await totals('sort=-total')).toEqual([12.5, 10]);
  expect(await totals('sort=total&total_gte=10&total_lte=10')).toEqual([10]);
});

it('an item of a list is refused with the place of its error', async () => {
  await clear();
  const errorsFor = async (people: unknown) => (await owner.post(PATH, row({ people }))).body.errors;
  expect(await errorsFor([person('Ana'), { phone: '1' }])).toMatchObject([
    { field: 'people.1.name', code: 'required', message: 'Obrigatório' },
  ]);
  expect(await errorsFor([])).toMatchObject([{ field: 'people', code: 'array_min' }]);
  expect(await errorsFor(['Ana', 'Bia', 'Rui'].map((name) => person(name)))).toMatchObject([
    { field: 'people', code: 'array_max' },
  ]);
  expect((await rowsNow()).total).toBe(0);
});

it.each([
  ['founded', '2026-02-30', 'invalid_date'],
  ['founded', '2026-02-28T00:00:00Z', 'invalid_date'],
  ['paint', 'red', 'invalid_color'],
])('%s: %s is refused', async (field, value, code) => {
  expect((await owner.post(PATH, row({ [field]: value }))).body.errors).toMatchObject([{ field, code }]);
});

describe('a field with a condition', () => {
  const refused = (field: string, code: string) => ({ status: 422, body: { errors: [{ field, code }] } });

  it('is required while the row fulfils it, and refused or cleared otherwise', async () => {
    await clear();
    expect(await owner.post(PATH, row({ state: 'held' }))).toMatchObject(refused('reason', 'required'));
    expect(await owner.post(PATH, row({ reason: 'Atrasos' }))).toMatchObject(refused('reason', 'not_applicable'));
    const made = await owner.post(PATH, row({ state: 'held', reason: 'Atrasos' }));
    expect(made).toMatchObject({ status: 201, body: { reason: 'Atrasos', hint: null } });
    const url = `${PATH}/${made.body.id}`;
    expect((await owner.put(url, { state: 'shut' })).body).toMatchObject({ state: 'shut', reason: 'Atrasos' });
    expect(await owner.put(url, { reason: null })).toMatchObject(refused('reason', 'required'));
    expect(await owner.put(url, { hint: 'Não' })).toMatchObject(refused('hint', 'not_applicable'));
    expect((await owner.put(url, { state: 'open', hint: 'Sim' })).body).toMatchObject({ reason: null, hint: 'Sim' });
    expect(await owner.put(url, { state: 'held' })).toMatchObject(refused('reason', 'required'));
    const again = await owner.put(url, { state: 'held', reason: 'De novo' });
    expect(again.body).toMatchObject({ state: 'held', reason: 'De novo', hint: null });
  });
});

describe('a file', () => {
  const PDF = Buffer.from('%PDF-1.4\n%%EOF');
  const PNG = Buffer.from(PICTURE, 'base64');
  const send = (caller: Caller, field: string, name: string, bytes: Buffer) =>
    caller.upload(`${PATH}/files`, { field }, { name, bytes });
  const paperOf = async (caller = owner, bytes = PDF) => (await send(caller, 'paper', 'contrato.pdf', bytes)).body;
  const stored = async () =>
    (await server.services.db.pool.query('select id, row_id from fixture_things_files order by id')).rows;
  const read = (caller: Caller, { id }: { id: string }) => caller.get(`${PATH}/files/${id}`);

  it('is sent, saved with a row, downloaded, replaced, cleared, and deleted with the row', async () => {
    await clear();
    const paper = await paperOf();
    expect(paper).toMatchObject({ name: 'contrato.pdf', size: PDF.length, type: 'application/pdf' });
    expect((await read(owner, paper)).status).toBe(404);
    const made = await owner.post(PATH, row({ paper }));
    expect(made).toMatchObject({ status: 201, body: { paper, logo: null } });
    expect((await rowsNow()).data).toMatchObject([{ paper }]);
    const file = await read(owner, paper);
    expect(file).toMatchObject({ status: 200, text: PDF.toString() });
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''contrato.pdf",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const archive = await owner.get('/account/export');
    expect(archive.text).toContain(`arquivos/${paper.id}-contrato.pdf`);
    const url = `${PATH}/${made.body.id}`;
    const logo = (await send(owner, 'logo', 'marca.png', PNG)).body;
    expect(logo).toMatchObject({ name: 'marca.webp', type: 'image/webp' });
    const other = await paperOf();
    const saved = await owner.put(url, { paper: { id: other.id }, logo, version: made.body.version });
    expect(saved).toMatchObject({ status: 200, body: { paper: other, logo } });
    expect((await read(owner, logo)).headers['content-disposition']).toBe("inline; filename*=UTF-8''marca.webp");
    expect((await stored()).map(({ id }) => id)).toEqual([logo.id, other.id].sort());
    // An old version: both have replaced the same file.
    const late = await owner.put(url, { paper: await paperOf(), version: made.body.version });
    expect(late).toMatchObject({ status: 409, body: { errors: [{ field: 'paper' }], current: { paper: other } } });
    expect((await owner.put(url, { logo: null })).body).toMatchObject({ paper: other, logo: null });
    expect((await read(owner, logo)).status).toBe(404);
    expect((await owner.delete(url)).status).toBe(204);
    expect((await stored()).every(({ row_id }) => row_id === null)).toBe(true);
    expect((await read(owner, other)).status).toBe(404);
  });

  it('is refused by its bytes and its size', async () => {
    const refusals: [string, string, Buffer, string][] = [
      ['paper', 'contrato.pdf', PNG, 'Envie um arquivo PDF ou CSV'],
      ['paper', 'contrato.pdf', Buffer.from('um texto'), 'Envie um arquivo PDF ou CSV'],
      ['paper', 'tabela.csv', Buffer.from([97, 0, 98]), 'Envie um arquivo PDF ou CSV'],
      ['paper', 'contrato.pdf', Buffer.alloc(1_024 ** 2 + 1, PDF), 'O arquivo pode ter até 1 MB'],
      ['logo', 'marca.png', PDF, 'Envie um arquivo PNG, JPG, WEBP ou GIF'],
      ['logo', 'marca.png', PNG.subarray(0, 40), 'Envie um arquivo PNG, JPG, WEBP ou GIF'],
    ];
    for (const [field, name, bytes, message] of refusals) {
      const refused = await send(owner, field, name, bytes);
      expect(refused, name).toMatchObject({ status: 422, body: { errors: [{ field: 'file', message }] } });
    }
    expect((await send(owner, 'name', 'a.pdf', PDF)).status).toBe(422);
    expect((await send(owner, 'paper', 'preços', Buffer.from('a;b'))).status).toBe(422);
    expect((await send(owner, 'paper', 'preços.csv', Buffer.from('a;b'))).body.type).toBe('text/csv');
  });

  it('of another account, field or row is never attached or read', async () => {
    await clear();
    const paper = await paperOf();
    const { id } = (await owner.post(PATH, row({ paper }))).body;
    const outsider = await server.signUp();
    const foreign = await paperOf(outsider);
    const logo = (await send(owner, 'logo', 'marca.png', PNG)).body;
    for (const wrong of [foreign, logo, paper, { id: randomUUID() }]) {
      const refused = await owner.post(PATH, row({ paper: wrong }));
      expect(refused.body.errors).toMatchObject([{ field: 'paper', code: 'unknown_file' }]);
    }
    expect((await owner.put(`${PATH}/${id}`, { paper: foreign })).status).toBe(422);
    expect((await owner.get(`${PATH}/${id}`)).body.paper).toEqual(paper);
    expect(foreign.id).toBeTruthy();
    expect((await read(outsider, paper)).status).toBe(404);
    expect((await read(await server.as(owner, 'READER', [ids.branch]), paper)).status).toBe(404);
    expect((await read(await server.as(owner, 'READER', [owner.contextId]), paper)).status).toBe(200);
    expect((await send(await server.as(owner, 'READER'), 'paper', 'a.pdf', PDF)).status).toBe(403);
    expect((await rowsNow()).total).toBe(1);
  });

  it('that no row has is deleted after a day', async () => {
    await clear();
    const [kept, pending] = [await paperOf(), await paperOf()];
    await owner.post(PATH, row({ paper: kept }));
    await server.services.db.pool.query(`update fixture_things_files set created_at = now() - interval '2 days'`);
    const fresh = await paperOf();
    expect(await sweepUploads(server.services.db)).toBeGreaterThan(0);
    const left = (await stored()).map(({ id }) => id);
    expect(left).toEqual(expect.arrayContaining([kept.id, fresh.id]));
    expect(left).not.toContain(pending.id);
  });
});

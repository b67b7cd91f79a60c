import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../resources/index.ts';
import { type FieldKind, kindOf } from '../../resources/kit/field.ts';
import type { Resource } from '../../resources/kit/resource.ts';
import { importedFields, readLines, valuesOf } from '../../src/console/resource/import/table-rows.ts';
import { declarationFault } from '../../src/server/db/check-declarations.ts';
import { recordEvent } from '../../src/server/outgoing-webhooks/record-event.ts';
import { serve } from '../../src/server/resource/serve.ts';
import { closeStreams, listenTo } from '../support/changes-stream.ts';
import { categories, everyKind, everyKindPolicy, places, things } from '../support/every-kind.ts';
import { PICTURE, readOperations } from '../support/operations.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

const PATH = things.api;
const declared = things as unknown as Resource;

let server: TestServer;
let owner: Caller;
let stranger: Caller;
/** Ids of rows, and of the second context of the account. */
const ids = { food: '', drinks: '', kitchen: '', cellar: '', foreign: '', branch: '', elsewhere: '' };

const FILES = { paper: ['a.pdf', '%PDF-1.4\n%%EOF'], logo: ['a.png', Buffer.from(PICTURE, 'base64')] } as const;
const send = async (field: keyof typeof FILES, caller = owner) => {
  const [name, bytes] = FILES[field];
  return (await caller.upload(`${PATH}/files`, { field }, { name, bytes: Buffer.from(bytes) })).body;
};

interface KindCase {
  field: string;
  /** Two values, the lower one first. */
  values: () => Promise<[unknown, unknown]> | [unknown, unknown];
  /** The second one, as it stands in an exported table. */
  cell: string;
  /** Filters that find only the second one. */
  query?: () => string;
}
const person = (name: string, change: object = {}) => ({ name, phone: null, role: 'clerk', ...change });
/** A kind without a case does not compile, and the types name it. */
const CASES: Record<FieldKind, KindCase> = {
  text: { field: 'name', values: () => ['Arroz', 'Zinco; "frio"'], cell: 'Zinco; "frio"' },
  longText: { field: 'notes', values: () => [null, 'Em duas\nlinhas'], cell: 'Em duas\nlinhas' },
  url: { field: 'site', values: () => ['https://a.com.br/', 'https://b.com.br/x?y=1'], cell: 'https://b.com.br/x?y=1' },
  email: { field: 'mail', values: () => ['a@empresa.com.br', 'b@empresa.com.br'], cell: 'b@empresa.com.br' },
  choice: { field: 'size', values: () => ['large', 'small'], cell: 'small', query: () => 'size=small' },
  choices: {
    field: 'colors',
    values: () => [['red'], ['blue', 'green']],
    cell: 'blue, green',
    query: () => 'colors=green',
  },
  toggle: { field: 'isOn', values: () => [false, true], cell: 'Sim', query: () => 'isOn=true' },
  moment: {
    field: 'since',
    values: () => ['2026-01-01T03:00:00.000Z', '2026-06-30T12:34:56.000Z'],
    cell: '30/06/2026 09:34:56',
    query: () => 'since_gte=2026-06-30T09:34:56-03:00&since_lte=2026-07-01',
  },
  date: {
    field: 'founded',
    values: () => ['1990-02-28', '2026-11-27'],
    cell: '27/11/2026',
    query: () => 'founded_gte=2026-11-27&founded_lte=2026-11-27',
  },
  color: { field: 'paint', values: () => ['#000000', '#0B7A5E'], cell: '#0B7A5E' },
  count: {
    field: 'pieces',
    values: () => [0, 2_147_483_647],
    cell: '2147483647',
    query: () => 'pieces_gte=2147483647',
  },
  decimal: {
    field: 'weight',
    values: () => [0.07, 999_999_999_999.99],
    cell: '999999999999,99',
    query: () => 'weight_gte=999999999999.99&weight_lte=999999999999.99',
  },
  money: { field: 'price', values: () => [1, 129_990], cell: '1299,9', query: () => 'price_gte=100&price_lte=129990' },
  reference: {
    field: 'category',
    values: () => [ids.food, ids.drinks],
    cell: 'Bebida',
    query: () => `category=${ids.drinks}`,
  },
  references: {
    field: 'others',
    values: () => [[], [ids.food, ids.drinks]],
    cell: 'Comida, Bebida',
    query: () => `others=${ids.food}`,
  },
  list: {
    field: 'people',
    values: () => [[person('Ana')], [person('Bia', { phone: '41 3333-0000' }), person('Rui', { role: 'boss' })]],
    cell: 'Bia, 41 3333-0000, clerk; Rui, boss',
  },
  file: { field: 'paper', values: async () => [null, await send('paper')], cell: 'a.pdf' },
  image: { field: 'logo', values: async () => [null, await send('logo')], cell: 'a.webp' },
};
const KINDS = Object.keys(CASES) as FieldKind[];

/** A row of a kind: what it was created with, what it was changed to, and what was seen of it. */
interface Tried {
  first: unknown;
  second: unknown;
  made: any;
  edited: any;
  /** Another row, with the second value, made by `bulk-create`. */
  other: any;
  /** The row in an exported table, after its change. */
  line: Record<string, string>;
}
const tried = {} as Record<FieldKind, Tried>;
let heard: { resource: string; type: string; ids: string[] }[];
let told = '';
let events: { cause: string; data: Record<string, unknown> }[];

/** The values of a row; files are given one by one. */
const rowOf = (change: object = {}) => ({
  contextId: owner.contextId,
  ...{
    name: 'Arroz',
    notes: null,
    site: 'https://a.com.br/',
    mail: 'a@empresa.com.br',
    size: 'large',
    colors: ['red'],
  },
  ...{ isOn: false, since: '2026-01-01T03:00:00.000Z', founded: '1990-02-28', paint: '#000000', pieces: 0 },
  ...{ weight: 0.07, price: 1, category: ids.food, place: null, branch: null, others: [], people: [] },
  ...change,
});
const query = async (text: string, values: unknown[] = []) => (await server.services.db.pool.query(text, values)).rows;
const texts = {
  field: (name: string) => name,
  option: (_: string, value: string) => ({ true: 'Sim', false: 'Não' })[value] ?? value,
};
/** What the console sends for a line of a table. */
const importOf = (line: Readonly<Record<string, string | undefined>>): Record<string, unknown> => ({
  contextId: owner.contextId,
  ...valuesOf(declared, texts as never, line),
});
const readCsv = (text: string) => parse(text, { bom: true, delimiter: ';', columns: true }) as Record<string, string>[];

beforeAll(async () => {
  server = await startServer({
    worker: false,
    resources: everyKind as unknown as Resource[],
    policyRows: everyKindPolicy,
    app: {
      moreRoutes: (api, services) =>
        serve(api, services, things, {
          // The event has the values as the hook gets them.
          afterWrite: (tx, { accountId }, { id, after, before }) =>
            recordEvent(tx, {
              ...{ accountId, type: 'content.failed', cause: `${before ? 'edit' : 'create'} ${id}` },
              data: after as never,
            }),
        }),
    },
  });
  [owner, stranger] = [await server.signUp(), await server.signUp()];
  await query(`update subscriptions set plan_id = 'business'`);
  const { contextId } = owner;
  const make = async (caller: Caller, path: string, body: object): Promise<string> =>
    (await caller.post(path, body)).body.id;
  ids.branch = await make(owner, '/contexts', { name: 'Filial' });
  ids.food = await make(owner, categories.api, { name: 'Comida' });
  ids.drinks = await make(owner, categories.api, { name: 'Bebida' });
  ids.foreign = await make(stranger, categories.api, { name: 'Alheia' });
  ids.kitchen = await make(owner, places.api, { name: 'Cozinha', contextId });
  ids.cellar = await make(owner, places.api, { name: 'Adega', contextId });
  ids.elsewhere = await make(owner, places.api, { name: 'Sótão', contextId: ids.branch });
  const webhook = { name: 'CRM', url: 'https://exemplo.com.br', events: ['content.failed'], contextIds: [] };
  expect((await owner.post('/outgoing-webhooks', webhook)).status).toBe(201);
  const stream = await listenTo(server, owner);
  for (const kind of KINDS) {
    const { field, values } = CASES[kind];
    const [first, second] = await values();
    const made = await owner.post(PATH, rowOf({ [field]: first }));
    const edited = await owner.put(`${PATH}/${made.body.id}`, { [field]: second });
    // Only one row has a file.
    const change = kindOf({ kind }).isFile ? {} : { [field]: second };
    const other = (await owner.post(`${PATH}/bulk-create`, { rows: [rowOf(change)] })).body?.data?.[0];
    tried[kind] = { first, second, made, edited, other, line: {} };
  }
  // In the order of the list.
  const all = KINDS.map((kind) => `id=${tried[kind].made.body.id}`).join('&');
  const order = (await owner.get(`${PATH}?${all}&limit=100`)).body.data.map(({ id }: { id: string }) => id);
  const lines = readCsv((await owner.get(`${PATH}/export?${all}`)).text);
  for (const kind of KINDS) tried[kind].line = lines[order.indexOf(tried[kind].made.body.id)]!;
  await until(async () => KINDS.every((kind) => stream.text().includes(tried[kind].made.body.id)));
  await until(async () =>
    stream.heard().some(({ type, ids: of }) => type === 'updated' && of.includes(tried.image.made.body.id)),
  );
  heard = stream.heard();
  told = stream.text();
  closeStreams();
  events = await query(`select cause, data from webhook_deliveries where account_id = $1`, [owner.accountId]);
});
afterAll(() => server.close());

const total = async (params: string) => (await owner.get(`${PATH}?contextId=${owner.contextId}&${params}`)).body.total;
/** Returns what is wrong with a change of the declaration. */
const faultOf = (change: object) =>
  declarationFault(resources.map((one) => (one.name === things.name ? { ...one, ...change } : one)));
const fault = (list: object) => faultOf({ list: { ...things.list, ...list } });

interface Tools extends Tried, KindCase {
  kind: FieldKind;
  id: string;
}
/** What each way into and out of a resource does with a value. */
const DOORS: Record<string, (tools: Tools) => Promise<void>> = {
  create: async ({ field, first, made }) => expect(made).toMatchObject({ status: 201, body: { [field]: first } }),
  edit: async ({ field, first, second, made, edited, id }) => {
    const row = { ...made.body, [field]: second };
    const changed = { ...row, updatedAt: expect.any(String), version: expect.any(String), total: expect.any(Number) };
    expect(edited).toMatchObject({ status: 200, body: changed });
    expect((await owner.get(`${PATH}/${id}`)).body).toEqual(edited.body);
    // Nobody else has changed it since the version was read.
    const [back, again] = [{ [field]: first, version: edited.body.version }, { [field]: second }];
    if (!kindOf(declared.fields[field]!).isFile)
      expect((await owner.put(`${PATH}/${id}`, back)).body[field]).toEqual(first);
    expect((await owner.put(`${PATH}/${id}`, again)).body[field]).toEqual(second);
  },
  'create several': async ({ field, second, other, kind }) =>
    expect(other[field]).toEqual(kindOf({ kind }).isFile ? null : second),
  'edit several': async ({ field, first, second, id, kind, other }) => {
    if (kindOf({ kind }).isFile) return expect(fault({ bulk: [field] })).toContain(`list.bulk: ${field} is no field`);
    for (const value of [first, second]) {
      expect((await owner.post(`${PATH}/bulk-edit`, { ids: [id, other.id], [field]: value })).status).toBe(204);
      const rows = (await owner.get(`${PATH}?id=${id}&id=${other.id}`)).body.data;
      expect(rows.map((row: any) => row[field])).toEqual([value, value]);
    }
  },
  action: async ({ field, second, id, kind, other }) => {
    const [give] = things.rowCalls ?? [];
    const { input } = give as { input: Record<string, unknown> };
    if (!(field in input)) {
      const asks = { ...give, input: { ...input, [field]: declared.fields[field] } };
      return expect(faultOf({ rowCalls: [asks] })).toContain(`it cannot ask for the ${kind} ${field}`);
    }
    const rows = [rowOf({ [field]: second })].map((row) =>
      Object.fromEntries(Object.keys(input).map((name) => [name, (row as any)[name]])),
    );
    expect((await owner.post(`${PATH}/${id}/give`, rows[0])).status).toBe(204);
    expect((await owner.post(`${PATH}/bulk-give`, { ids: [other.id], ...rows[0] })).status).toBe(204);
    for (const one of [id, other.id])
      expect((await owner.get(`${PATH}/${one}`)).body).toMatchObject({ [field]: second, hint: 'Dado' });
    expect((await owner.get(`${PATH}/${other.id}/history`)).body.data[0]).toMatchObject({
      action: 'fixture-things_give',
      detail: { after: { hint: 'Dado' } },
    });
  },
  export: async ({ field, cell, line }) => expect(line[field]).toBe(cell),
  import: async ({ field, second, line, kind }) => {
    const isLeftOut = kindOf({ kind }).isFile || kind === 'list';
    expect(importedFields(declared).some(([name]) => name === field)).toBe(!isLeftOut);
    const answer = await owner.post(`${PATH}/bulk-import`, { rows: [importOf(line)] });
    expect(answer.status, answer.text).toBe(201);
    if (isLeftOut) return;
    expect(answer.body.data[0][field]).toEqual(second);
  },
  search: async ({ field, second, kind, id }) => {
    if (!kindOf({ kind }).isText)
      return expect(fault({ search: [field] })).toContain(`list.search: ${field} is a ${kind}`);
    expect(await total(`id=${id}&search=${encodeURIComponent(String(second).toUpperCase())}`)).toBe(1);
    expect(await total(`id=${id}&search=nada`)).toBe(0);
  },
  filter: async ({ field, kind, query: filter, id, first, second }) => {
    if (!filter) return expect(fault({ filters: [field] })).toContain(`list.filters: ${field} is a ${kind}`);
    expect(await total(`id=${id}&${filter()}`)).toBe(1);
    await owner.put(`${PATH}/${id}`, { [field]: first });
    expect(await total(`id=${id}&${filter()}`)).toBe(0);
    await owner.put(`${PATH}/${id}`, { [field]: second });
  },
  sort: async ({ field, kind, first, id }) => {
    const low = (await owner.post(PATH, rowOf({ [field]: first }))).body.id;
    const sorted = async (sort: string) => {
      const { body } = await owner.get(`${PATH}?id=${id}&id=${low}&sort=${sort}`);
      return body.data?.map((row: { id: string }) => row.id) ?? body.code;
    };
    const { isList, isFile } = kindOf({ kind });
    const isRefused = Boolean(isList ?? isFile);
    // Empty values are last in both orders.
    expect(await sorted(field)).toEqual(isRefused ? 'invalid_input' : first === null ? [id, low] : [low, id]);
    expect(await sorted(`-${field}`)).toEqual(isRefused ? 'invalid_input' : [id, low]);
  },
  history: async ({ field, first, second, id, kind }) => {
    const { data } = (await owner.get(`${PATH}/${id}/history?limit=100`)).body;
    const [created] = data.toReversed();
    expect(created.action).toBe('fixture-things_create');
    const edit = data.toReversed()[1].detail;
    // Values that are neither short nor plain are only named.
    if (kind === 'list' || kindOf({ kind }).isFile) return expect(edit.parts).toEqual([field]);
    expect(edit).toMatchObject({ before: { [field]: first }, after: { [field]: second } });
  },
  live: async ({ id, second, kind }) => {
    const types = heard.filter((change) => change.ids.includes(id)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['updated']));
    if (kind === 'text' || kind === 'email') expect(told).not.toContain(String(second));
  },
  'webhook event': async ({ field, first, second, id }) => {
    const sent = (turn: string) => events.find(({ cause }) => cause === `content.failed:${turn} ${id}`)?.data[field];
    // A file is written by its id alone.
    const plain = (value: unknown) => (value as { id?: string } | null)?.id ?? value;
    expect([plain(sent('create')), plain(sent('edit'))]).toEqual([plain(first), plain(second)]);
  },
};

describe.each(KINDS)('the kind %s', (kind) => {
  it.each(Object.keys(DOORS))('at the door %s', async (door) => {
    const { made } = tried[kind];
    await DOORS[door]?.({ ...tried[kind], ...CASES[kind], kind, id: made.body.id });
  });
});

it('is imported as it was exported, whatever it contains', { timeout: 120_000 }, async () => {
  const caller = await server.signUp();
  const { contextId } = caller;
  await query(`update subscriptions set plan_id = 'business'`);
  const odd = fc.constantFrom(
    '=1+1',
    "'=x",
    "''-",
    '-5',
    '+1',
    '@a',
    '＝1',
    '"',
    ';',
    ',',
    'a;b',
    "'",
    'a, b',
    '1.5',
    'Sim',
    'a\r\nb',
  );
  const anyText = fc
    .oneof(odd, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }))
    .map((text) => text.replaceAll('\0', '').trim())
    .filter((text) => text !== '');
  const titles = fc.sample(fc.oneof(anyText, fc.constantFrom('Igual', 'igual', randomUUID())), {
    numRuns: 30,
    seed: 7,
  });
  const made = await caller.post(`${categories.api}/bulk-create`, {
    rows: [...new Set(titles)].map((name) => ({ name })),
  });
  const known = made.body.data.map(({ id }: { id: string }) => id);
  const anyCategory = fc.constantFrom(...(known as string[]));
  const moments = fc
    .date({ min: new Date('1932-01-01'), max: new Date('9999-12-01'), noInvalidDate: true })
    .map((at) => new Date(Math.floor(at.getTime() / 1_000) * 1_000).toISOString());
  const anyRow = fc.record({
    name: anyText,
    notes: fc.option(anyText),
    site: fc.webUrl({ withQueryParameters: true }).filter((address) => /\.[a-z]+/.test(address)),
    mail: fc.constantFrom('a@empresa.com.br', '-b@empresa.com.br', "d'a@empresa.com.br"),
    size: fc.constantFrom('small', 'large'),
    colors: fc.uniqueArray(fc.constantFrom('red', 'green', 'blue'), { minLength: 1 }),
    isOn: fc.boolean(),
    since: moments,
    founded: moments.map((at) => at.slice(0, 10)),
    paint: fc.constantFrom('#000000', '#0B7A5E'),
    pieces: fc.nat({ max: 10_000 }),
    weight: fc.nat({ max: 99_999_999_999_999 }).map((hundredths) => hundredths / 100),
    price: fc.nat({ max: 2_147_483_647 }),
    category: anyCategory,
    others: fc.uniqueArray(anyCategory, { maxLength: 3 }),
    branch: fc.constantFrom(null, contextId),
  });
  const rows = fc
    .sample(anyRow, { numRuns: 90, seed: 37 })
    .map((row) => ({ ...row, contextId, place: null, people: [] }));
  const stored = await caller.post(`${PATH}/bulk-create`, { rows });
  expect(stored.status, stored.text).toBe(201);
  const listed = (await caller.get(`${PATH}?contextId=${contextId}&limit=100&sort=updatedAt`)).body.data;
  const { text } = await caller.get(`${PATH}/export?contextId=${contextId}&sort=updatedAt`);
  const data = readLines(text.replace('\uFEFF', '')).map(({ line }) => line);
  const back = await caller.post(`${PATH}/bulk-import`, {
    rows: data.map((line) => ({ ...importOf(line), contextId })),
  });
  expect(back.status, back.text).toBe(201);
  const fields = importedFields(declared).map(([name]) => name);
  const valuesIn = (all: Record<string, unknown>[]) => all.map((row) => fields.map((name) => [name, row[name]]));
  expect(valuesIn(back.body.data)).toEqual(valuesIn(listed));
});

it('leaves what it cannot read in a table to the schema, which refuses it', () => {
  const read = (name: string, text: string) => importOf({ [name]: text })[name];
  expect(read('pieces', 'doze')).toBe('doze');
  expect(read('price', 'R$ 1.990,50')).toBe(199_050);
  expect(read('weight', '1.5')).toBe(1.5);
  expect(read('isOn', 'talvez')).toBe('talvez');
  expect(read('since', 'ontem')).toBe('ontem');
  expect(read('since', '30/02/2026')).toBe('30/02/2026');
  expect(read('since', '15/01/2018 10:00')).toBe('2018-01-15T12:00:00.000Z');
  expect(read('since', '2026-11-28T17:05:09.000Z')).toBe('2026-11-28T17:05:09.000Z');
});

/** The operations of a resource that declares everything, each with the door or the test that is about it. */
const OPERATIONS: Record<string, string> = {
  createFixtureThings: 'create',
  showFixtureThings: 'edit',
  editFixtureThings: 'edit',
  bulkCreateFixtureThings: 'create several',
  bulkEditFixtureThings: 'edit several',
  giveFixtureThing: 'action',
  bulkGiveFixtureThings: 'action',
  exportFixtureThings: 'export',
  bulkImportFixtureThings: 'import',
  listFixtureThings: 'filter',
  listFixtureThingHistory: 'history',
  deleteFixtureThings: 'deletion',
  bulkDeleteFixtureThings: 'deletion',
  uploadFixtureThingFile: 'derived-resources.test.ts',
  downloadFixtureThingFile: 'derived-resources.test.ts',
  showFixtureThingCard: 'cards.test.ts',
};
it('is about every operation of a resource', async () => {
  const found = (await readOperations(server)).filter(({ resource }) => resource === things.name).map(({ id }) => id);
  expect(found.sort()).toEqual(Object.keys(OPERATIONS).sort());
});

it('keeps what somebody else has changed in a field that is sent as it was read, of every kind', async () => {
  const both = rowOf({ people: [person('Ana', { phone: '1' })], others: [ids.food, ids.drinks] });
  for (const kind of KINDS.filter((one) => !['text', 'file', 'image'].includes(one))) {
    const { field } = CASES[kind];
    const { body: read } = await owner.post(PATH, both);
    const { second } = tried[kind];
    await owner.put(`${PATH}/${read.id}`, { [field]: second });
    const answer = await owner.put(`${PATH}/${read.id}`, { ...read, name: 'Outro', version: read.version });
    expect(answer, kind).toMatchObject({ status: 200, body: { name: 'Outro', [field]: second } });
  }
});

it('records only what an edit has changed', async () => {
  const people = [person('Ana', { phone: '1' })];
  const { body: read } = await owner.post(PATH, rowOf({ people }));
  await owner.put(`${PATH}/${read.id}`, { ...read, people, name: 'Outro', version: undefined });
  const [{ detail }] = (await owner.get(`${PATH}/${read.id}/history`)).body.data;
  expect(detail).toEqual({ id: read.id, before: { name: 'Arroz' }, after: { name: 'Outro' } });
});

type Wrong = [field: string, value: unknown, isOfOtherAccount?: boolean];
/** References to rows of another account or another context, and to none. */
const wrong = (): Wrong[] => [
  ['category', ids.foreign],
  ['category', randomUUID()],
  ['place', ids.elsewhere],
  ['place', randomUUID()],
  ['branch', stranger.contextId],
  ['branch', randomUUID()],
  ['others', [ids.food, ids.foreign]],
  ['others', [randomUUID()]],
];
/** The titles of such rows. */
const wrongTitles = (): Wrong[] => [
  ['category', 'Alheia'],
  ['category', 'Nenhuma'],
  ['place', 'Sótão'],
  ['others', ['Comida', 'Alheia']],
];

it('a computed number that its kind has no room for is empty, and the list has the row', async () => {
  const { body } = await owner.post(PATH, rowOf({ price: 2_147_483_647, pieces: 2_147_483_647 }));
  expect(body.total).toBeNull();
  const sorted = await owner.get(`${PATH}?contextId=${owner.contextId}&id=${body.id}&sort=total`);
  expect(sorted).toMatchObject({ status: 200, body: { data: [{ id: body.id, total: null }] } });
  expect((await owner.put(`${PATH}/${body.id}`, { pieces: 100 })).body.total).toBe(2_147_483_647);
});

describe('a reference to a row of another account or context, or to none, is refused and never stored', () => {
  let id = '';
  beforeAll(async () => {
    id = (await owner.post(PATH, rowOf({ name: 'Intacta' }))).body.id;
  });
  const WRITES: Record<string, (change: object) => Promise<{ status: number; body: any }>> = {
    create: (change) => owner.post(PATH, rowOf(change)),
    edit: (change) => owner.put(`${PATH}/${id}`, change),
    'create several': (change) => owner.post(`${PATH}/bulk-create`, { rows: [rowOf(), rowOf(change)] }),
    'edit several': (change) => owner.post(`${PATH}/bulk-edit`, { ids: [id], ...change }),
    import: (change) => owner.post(`${PATH}/bulk-import`, { rows: [rowOf(), rowOf(change)] }),
  };

  it.each(Object.keys(WRITES))('at the door %s', async (door) => {
    const before = await total('');
    for (const [field, value] of [...wrong(), ...(door === 'import' ? wrongTitles() : [])]) {
      const refused = await WRITES[door]!({ [field]: value });
      const place = ['create several', 'import'].includes(door) ? `rows.1.${field}` : field;
      const message = 'Não encontramos o item escolhido. Pode ter sido excluído.';
      expect(refused, `${field} ${String(value)}`).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
      expect(refused.body.errors).toEqual([{ field: place, code: 'unknown_reference', message }]);
    }
    expect(await total('')).toBe(before);
    expect((await owner.get(`${PATH}/${id}`)).body).toMatchObject(rowOf({ name: 'Intacta' }));
  });

  it('and to a row of a context that the member may not see', async () => {
    const member = await server.as(owner, 'WRITER', [owner.contextId]);
    for (const answer of [
      await member.post(PATH, rowOf({ branch: ids.branch })),
      await member.put(`${PATH}/${id}`, { branch: ids.branch }),
      await member.post(`${PATH}/bulk-edit`, { ids: [id], branch: ids.branch }),
    ])
      expect(answer.body.errors).toMatchObject([{ field: 'branch', code: 'unknown_reference' }]);
    for (const branch of [ids.branch, 'Filial']) {
      const { body } = await member.post(`${PATH}/bulk-import`, { rows: [rowOf({ branch })] });
      expect(body.errors).toMatchObject([{ field: 'rows.0.branch', code: 'unknown_reference' }]);
    }
  });

  it('by the database, too', async () => {
    const set = (column: string, value: string) =>
      query(`update fixture_things set ${column} = $1 where id = $2`, [value, id]);
    await expect(set('category', ids.foreign)).rejects.toThrow(/fixture_things_category_reference/);
    await expect(set('place', ids.elsewhere)).rejects.toThrow(/fixture_things_place_reference/);
    await expect(set('branch', stranger.contextId)).rejects.toThrow(/fixture_things_branch_reference/);
  });
});

const DELETIONS: Record<string, (path: string, id: string) => Promise<{ status: number; body: any }>> = {
  'of one row': (path, id) => owner.delete(`${path}/${id}`),
  'of several rows': (path, id) => owner.post(`${path}/bulk-delete`, { ids: [id] }),
};
describe.each(Object.keys(DELETIONS))('the deletion %s', (way) => {
  const remove = DELETIONS[way]!;
  const make = async (path: string, body: object) => (await owner.post(path, body)).body.id as string;

  it('is refused (restrict), and says which rows hold it to those who may see them', async () => {
    const category = await make(categories.api, { name: `Presa ${way}` });
    const id = await make(PATH, rowOf({ category, name: 'Laje' }));
    const refused = await remove(categories.api, category);
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect(refused.body.message).toMatch(/^Não é possível excluir: este item é usado por “Laje” \(.+\)\.$/);
    expect(refused.body.current.holders).toEqual([{ resource: things.name, id, title: 'Laje' }]);
    const unseen = await server.as(owner, 'WRITER', [ids.branch]);
    const { body } = await unseen.delete(`${categories.api}/${category}`);
    expect(body).toMatchObject({ code: 'in_use', current: { holders: [] } });
    expect(body.message).toBe('Não é possível excluir: outros itens usam este.');
    expect((await owner.get(`${categories.api}/${category}`)).status).toBe(200);
    expect((await owner.get(`${PATH}/${id}`)).status).toBe(200);
  });

  it('takes the row with it (cascade), empties the field (clear), or leaves a list', async () => {
    const place = await make(places.api, { name: `Varanda ${way}`, contextId: owner.contextId });
    const other = await make(categories.api, { name: `Doces ${way}` });
    const branch = await make('/contexts', { name: `Quiosque ${way}` });
    const gone = await make(PATH, rowOf({ place }));
    const kept = await make(PATH, rowOf({ branch, others: [other, ids.food] }));
    for (const answer of [
      await remove(places.api, place),
      await remove(categories.api, other),
      await owner.delete(`/contexts/${branch}`),
    ])
      expect(answer.status).toBeLessThan(300);
    expect((await owner.get(`${PATH}/${gone}`)).status).toBe(404);
    expect((await owner.get(`${PATH}/${kept}`)).body).toMatchObject(rowOf({ branch: null, others: [ids.food] }));
  });
});

it('does not hold an account that is deleted', async () => {
  const { contextId, accountId } = stranger;
  const change = { contextId, category: ids.foreign, branch: contextId, others: [ids.foreign] };
  expect((await stranger.post(PATH, rowOf(change))).status).toBe(201);
  await query('delete from accounts where id = $1', [accountId]);
  const left = `select id from fixture_things where account_id = $1 union all select id from fixture_categories where account_id = $1`;
  expect(await query(left, [accountId])).toEqual([]);
});

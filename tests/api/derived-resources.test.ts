import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '../../resources/kit/resource.ts';
import { sweepUploads } from '../../src/server/resource/files.ts';
import { everyKind, everyKindPolicy } from '../support/every-kind.ts';
import { PICTURE } from '../support/operations.ts';
import { type Caller, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let owner: Caller;
/** Ids of a category and of the second context of the account. */
const ids = { food: '', branch: '' };

beforeAll(async () => {
  server = await startServer({ resources: everyKind as unknown as Resource[], policyRows: everyKindPolicy });
  owner = await server.signUp();
  await server.services.db.pool.query(`update subscriptions set plan_id = 'business'`);
  ids.branch = (await owner.post('/contexts', { name: 'Filial' })).body.id;
  ids.food = (await owner.post('/fixture-categories', { name: 'Comida' })).body.id;
});
afterAll(() => server.close());

const person = (name: string, change: object = {}) => ({ name, phone: null, role: 'clerk', ...change });
const PATH = '/fixture-things';
const row = (change: object = {}) => ({
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
  ...{ weight: 0.07, price: 1, category: ids.food, place: null, branch: null, others: [], people: [person('Ana')] },
  ...change,
});
const rowsNow = async () => (await owner.get(`${PATH}?contextId=${owner.contextId}&limit=100`)).body;
const clear = () => server.services.db.pool.query('delete from fixture_things');

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
  expect((await owner.post(PATH, row({ colors: [] }))).body.errors).toMatchObject([
    { field: 'colors', code: 'array_min' },
  ]);
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

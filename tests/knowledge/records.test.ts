import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queueKnowledgeChecks } from '../../src/server/insight/changed-knowledge/check-knowledge.ts';
import { type LocalSite, type Page, serve } from '../outbound/serve.ts';
import { type Caller, startServer, type TestServer, textOf, until } from '../support/server.ts';

let server: TestServer;
let site: LocalSite;
const pages: Record<string, Page> = {};
beforeAll(async () => {
  site = await serve(pages);
  server = await startServer({ env: { CRAWL_ALLOW: site.host } });
});
afterAll(async () => {
  await server.close();
  await site.close();
});

const html =
  (title: string, ...lines: string[]): Page =>
  (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<title>${title}</title><main><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</main>`);

const PRICES = [
  'A tabela abaixo vale para o salão da rua principal desde janeiro.',
  'Corte masculino: R$ 40',
  'Escova modeladora: R$ 60',
  'Atendemos de terça a sábado, das 9h às 19h.',
  'O atendimento é sempre com hora marcada pelo telefone.',
];
beforeEach(() => {
  pages['/precos'] = html('Preços do salão', ...PRICES);
});

const waiting = `select 1 from jobs where account_id = $1 and state = 'waiting' and kind <> 'label'`;
const idle = ({ accountId }: Caller) =>
  until(async () => (await server.services.db.pool.query(waiting, [accountId])).rows.length === 0);
async function addPage(caller: Caller, path: string): Promise<string> {
  const added = await caller.post('/contents/links', { contextId: caller.contextId, urls: [site.origin + path] });
  await idle(caller);
  return added.body.data[0].id as string;
}
async function readAgain(caller: Caller, id: string): Promise<void> {
  await caller.post(`/contents/${id}/retry`);
  await idle(caller);
}
const linesOf = async (caller: Caller, id: string): Promise<any[]> =>
  (await caller.get(`/contents/${id}/records`)).body.data;
const lineWith = async (caller: Caller, id: string, words: string): Promise<any> =>
  (await linesOf(caller, id)).find(({ line }) => line.includes(words));
const change = async (caller: Caller, id: string, words: string, values: object) => {
  const { id: line } = await lineWith(caller, id, words);
  return caller.put(`/contents/${id}/records/${line}`, values);
};
async function ask({ contextId }: Caller, question: string): Promise<string> {
  const url = `/api/widgets/${contextId}/messages`;
  return textOf(await server.call({ method: 'POST', url, payload: { question } }));
}
const CHEAPEST = 'Qual o corte mais barato?';
const CUT = 'Quanto custa o corte masculino?';

describe('what was understood of a content', () => {
  it('is listed by kind with the quoted line', async () => {
    const caller = await server.signUp();
    const id = await addPage(caller, '/precos');
    const lines = await linesOf(caller, id);
    expect(lines.map(({ kind, line }) => [kind, line])).toEqual([
      ['price', PRICES[1]],
      ['price', PRICES[2]],
      ['hours', PRICES[3]],
    ]);
    expect(lines.map(({ understood }) => understood)).toEqual([
      ['Corte masculino: R$ 40'],
      ['Escova modeladora: R$ 60'],
      ['ter a sáb: 09:00–19:00'],
    ]);
    expect(lines[0]).toMatchObject({ text: null, isUsed: true, state: 'same', page: null });
  });

  it('is said as corrected, also after the page is read again with other words, until the correction is undone', async () => {
    const caller = await server.signUp();
    const id = await addPage(caller, '/precos');
    expect(await ask(caller, CUT)).toContain('R$ 40');
    const text = 'Corte masculino: R$ 47';
    const saved = await change(caller, id, 'Corte', { text });
    expect(saved).toMatchObject({ status: 200, body: { text, understood: ['Corte masculino: R$ 47'], state: 'same' } });
    expect(await ask(caller, CUT)).toMatch(/^(?!.*R\$ 40).*R\$ 47/s);
    expect(await ask(caller, 'Quanto custa a escova modeladora?')).toContain('R$ 60');

    pages['/precos'] = html('Preços do salão', 'Estes são os preços da nossa nova tabela de inverno.', ...PRICES);
    await readAgain(caller, id);
    expect(await lineWith(caller, id, 'Corte')).toMatchObject({ text, state: 'same' });
    const dearer = PRICES.map((line) => line.replace('R$ 40', 'R$ 45'));
    pages['/precos'] = html('Preços do salão', ...dearer);
    await readAgain(caller, id);
    expect(await lineWith(caller, id, 'Corte')).toMatchObject({ line: dearer[1], text, state: 'changed' });
    expect(await ask(caller, CUT)).toContain('R$ 47');

    await change(caller, id, 'Corte', { text: null });
    expect(await lineWith(caller, id, 'Corte')).toMatchObject({ text: null, state: 'same' });
    expect(await ask(caller, CUT)).toContain('R$ 45');
  });

  it('is not said once it is rejected, and again when that is undone', async () => {
    const caller = await server.signUp();
    const id = await addPage(caller, '/precos');
    const rejected = await change(caller, id, 'Corte', { isUsed: false });
    expect(rejected.body).toMatchObject({ isUsed: false, text: null });
    expect(await ask(caller, CUT)).not.toContain('R$ 40');
    await readAgain(caller, id);
    expect(await ask(caller, CUT)).not.toContain('R$ 40');
    await change(caller, id, 'Corte', { isUsed: true });
    expect(await ask(caller, CUT)).toContain('R$ 40');
  });

  it('keeps a correction whose line has gone, which can be undone', async () => {
    const caller = await server.signUp();
    const id = await addPage(caller, '/precos');
    await change(caller, id, 'Atendemos', { text: 'Atendemos de terça a sábado, das 8h às 19h.' });
    pages['/precos'] = html('Preços do salão', ...PRICES.filter((line) => !line.startsWith('Atendemos')));
    await readAgain(caller, id);
    expect(await lineWith(caller, id, 'Atendemos')).toMatchObject({ state: 'gone', kind: 'hours' });
    expect((await change(caller, id, 'Atendemos', { text: null })).status).toBe(200);
    expect(await lineWith(caller, id, 'Atendemos')).toBeUndefined();
  });

  it('refuses a correction when somebody else has changed the line meanwhile, and merges other values', async () => {
    const caller = await server.signUp();
    const id = await addPage(caller, '/precos');
    const { version } = await lineWith(caller, id, 'Corte');
    await change(caller, id, 'Corte', { text: 'Corte masculino: R$ 41', version });
    const refused = await change(caller, id, 'Corte', { text: 'Corte masculino: R$ 42', version });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', current: { text: 'Corte masculino: R$ 41' } },
    });
    await change(caller, id, 'Corte', { isUsed: false, version });
    expect(await lineWith(caller, id, 'Corte')).toMatchObject({ text: 'Corte masculino: R$ 41', isUsed: false });
  });

  it('is closed to other accounts and contexts, and read-only for readers', async () => {
    const [caller, stranger] = [await server.signUp(), await server.signUp()];
    const id = await addPage(caller, '/precos');
    const { id: line } = await lineWith(caller, id, 'Corte');
    const url = `/contents/${id}/records`;
    const other = await caller.post('/contexts', { name: 'Outro' });
    const elsewhere = await server.as(caller, 'WRITER', [other.body.id]);
    for (const one of [stranger, elsewhere]) {
      expect((await one.get(url)).status).toBe(404);
      expect((await one.put(`${url}/${line}`, { isUsed: false })).status).toBe(404);
    }
    const reader = await server.as(caller, 'READER');
    expect((await reader.get(url)).status).toBe(200);
    expect((await reader.put(`${url}/${line}`, { isUsed: false })).status).toBe(403);
    expect((await caller.put(`${url}/unknown`, { isUsed: false })).status).toBe(404);
    expect((await caller.put(`${url}/${line}`, { text: ' ' })).status).toBe(422);
    expect(await lineWith(caller, id, 'Corte')).toMatchObject({ isUsed: true });
    // An answer is edited instead.
    const faq = { contextId: caller.contextId, question: 'Quanto custa a barba?', answer: 'A barba custa R$ 30.' };
    const { body: added } = await caller.post('/contents/faq', faq);
    await idle(caller);
    expect((await change(caller, added.id, 'barba', { isUsed: false })).status).toBe(404);
    await change(caller, id, 'Corte', { isUsed: false });
    const { body } = await caller.get('/audit-log?action=contents_edit');
    expect(body.data).toMatchObject([{ detail: { id, isUsed: false } }]);
  });

  it('is stored at training, and read from the text of contents that were trained before', async () => {
    const caller = await server.signUp();
    pages['/precos'] = html('Preços do salão', ...PRICES, 'Corte feminino: R$ 75');
    const id = await addPage(caller, '/precos');
    const { pool } = server.services.db;
    const stored = `select records from chunks where content_id = $1 order by ordinal`;
    const { rows } = await pool.query<{ records: any }>(stored, [id]);
    const kinds = rows.flatMap(({ records }) => records.list.map(({ kind }: { kind: string }) => kind));
    expect(kinds).toEqual(expect.arrayContaining(['price', 'hours']));
    expect(await ask(caller, CHEAPEST)).toContain('R$ 40');
    // Answers come from what is stored.
    await pool.query(`update chunks set records = records || '{"list":[]}' where content_id = $1`, [id]);
    await caller.put(`/contents/${id}`, { enabled: true });
    expect(await ask(caller, CHEAPEST)).not.toMatch(/^Corte masculino: R\$ 40$/);
    await pool.query('update chunks set records = null where content_id = $1', [id]);
    await caller.put(`/contents/${id}`, { enabled: true });
    expect(await linesOf(caller, id)).toHaveLength(4);
    expect(await ask(caller, CHEAPEST)).toContain('R$ 40');
  });

  it('moves with an exported base', async () => {
    const caller = await server.signUp();
    const id = await addPage(caller, '/precos');
    await change(caller, id, 'Corte', { text: 'Corte masculino: R$ 47' });
    await change(caller, id, 'Escova', { isUsed: false });
    const { text: base } = await caller.get(`/contexts/${caller.contextId}/export`);
    const { body } = await caller.post('/contexts', { name: 'Cópia' });
    const copy = { ...caller, contextId: body.id as string };
    const file = { name: 'base.jsonl', bytes: Buffer.from(base) };
    expect((await caller.upload(`/contexts/${copy.contextId}/import`, {}, file)).status).toBe(200);
    await idle(caller);
    const listed = await caller.get(`/contents?contextId=${copy.contextId}`);
    const lines = await linesOf(caller, listed.body.data[0].id);
    expect(lines.slice(0, 2)).toMatchObject([
      { text: 'Corte masculino: R$ 47', state: 'same' },
      { text: null, isUsed: false },
    ]);
    expect(await ask(copy, CUT)).toContain('R$ 47');
    const again = await caller.upload(`/contexts/${copy.contextId}/import?known=replace`, {}, file);
    expect(again.body).toMatchObject({ created: 0, updated: 0 });
  });
});

it('notifies the owner of contents that give the same thing different prices', async () => {
  const caller = await server.signUp();
  pages['/tabela'] = html(
    'Tabela de preços',
    'Preços do salão nesta estação.',
    'Corte masculino: R$ 55',
    'Barba: R$ 30',
  );
  await addPage(caller, '/precos');
  const id = await addPage(caller, '/tabela');
  const notices = async (): Promise<any[]> =>
    (await caller.get('/notices')).body.data.filter(({ fact }: any) => fact?.kind === 'price');
  const check = async () => {
    await queueKnowledgeChecks(server.services.db);
    await idle(caller);
  };
  await check();
  const [notice] = await notices();
  expect(notice.fact).toMatchObject({ kind: 'price', name: 'Corte masculino' });
  await change(caller, id, 'Corte', { text: 'Corte masculino: R$ 40' });
  await check();
  expect(await notices()).toEqual([]);
});

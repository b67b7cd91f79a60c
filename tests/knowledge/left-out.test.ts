import { afterAll, beforeAll, expect, it } from 'vitest';
import { docxOf } from '../fixtures/crafted-files.ts';
import { paragraph } from '../fixtures/letterhead.ts';
import { type LocalSite, type Page, serve } from '../outbound/serve.ts';
import { type Caller, type SharedServer, sharedServer, textOf, until } from '../support/server.ts';

let server: SharedServer;
let site: LocalSite;
const pages: Record<string, Page> = {};
beforeAll(async () => {
  site = await serve(pages);
  server = await sharedServer({ allow: [site.host] });
});
afterAll(async () => {
  await site.close();
});

const SUNDAY = 'Aos domingos a entrega sai por vinte e cinco reais.';
const BANNER = 'Esta página foi traduzida por um programa de computador.';
const html = (title: string, text: string) =>
  `<title>${title}</title><header><a href="/">Loja</a> <a href="/a">Lista de produtos</a> <a href="/b">Contato</a></header>
   <main><h1>${title}</h1><p>${text}</p><div class="d-none"><p>${SUNDAY}</p></div><p>${BANNER}</p></main>`;
/** A page of a server that always reports it as unmodified to those who know it. */
const unmodified =
  (body: string): Page =>
  (request, response) =>
    request.headers['if-none-match']
      ? void response.writeHead(304).end()
      : void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag: '"1"' }).end(body);

const waiting = `select 1 from jobs where account_id = $1 and state = 'waiting' and kind <> 'label'`;
const idle = ({ accountId }: Caller) =>
  until(async () => (await server.services.db.pool.query(waiting, [accountId])).rows.length === 0);
async function addPages(caller: Caller, ...paths: string[]): Promise<string[]> {
  const urls = paths.map((path) => site.origin + path);
  const added = await caller.post('/contents/links', { contextId: caller.contextId, urls });
  await idle(caller);
  return added.body.data.map(({ id }: { id: string }) => id);
}
async function choose(caller: Caller, id: string, text: string, isTaken: boolean): Promise<number> {
  const answer = await caller.put(`/contents/${id}/left-out`, { text, isTaken });
  expect(answer.status).toBe(202);
  await idle(caller);
  return answer.body.pages;
}
const leftOutOf = async (caller: Caller, id: string) => (await caller.get(`/contents/${id}/left-out`)).body;
const readText = async (caller: Caller, id: string): Promise<string> =>
  (await caller.get(`/contents/${id}/text`)).body.data.map(({ text }: { text: string }) => text).join('\n');

pages['/entrega'] = unmodified(html('Entrega', 'Entregamos em todo o país em até dez dias úteis.'));
pages['/trocas'] = unmodified(html('Trocas', 'Trocamos em até sete dias corridos, com a nota fiscal.'));
pages['/sobre'] = unmodified('<main><h1>Sobre</h1><p>Vendemos queijos da serra desde mil novecentos e dez.</p></main>');

it('lists what a page left out and takes it in on all pages of the site that have it', async () => {
  const caller = await server.signUp();
  const [delivery, returns, about] = (await addPages(caller, '/entrega', '/trocas', '/sobre')) as [
    string,
    string,
    string,
  ];
  expect(await leftOutOf(caller, delivery)).toEqual({
    data: [
      { reason: 'menu', text: 'Loja Lista de produtos Contato', isTaken: false },
      { reason: 'hidden', text: SUNDAY, isTaken: false },
    ],
    site: site.host,
  });
  expect(await readText(caller, returns)).not.toContain(SUNDAY);

  expect(await choose(caller, delivery, SUNDAY, true)).toBe(2);
  for (const id of [delivery, returns]) {
    expect(await readText(caller, id)).toContain(SUNDAY);
    expect((await leftOutOf(caller, id)).data).toContainEqual({ reason: 'hidden', text: SUNDAY, isTaken: true });
  }
  const question = { method: 'POST' as const, url: `/api/widgets/${caller.contextId}/messages` };
  const answer = await server.call({ ...question, payload: { question: 'Quanto custa a entrega aos domingos?' } });
  expect(textOf(answer)).toContain('vinte e cinco reais');

  // Read again from a changed page, and on a page that is added later.
  pages['/entrega'] = unmodified(html('Entrega', 'Entregamos em todo o país em até quinze dias úteis, com seguro.'));
  await caller.post(`/contents/${delivery}/retry`);
  await idle(caller);
  expect(await readText(caller, delivery)).toMatch(/quinze dias[^]*Aos domingos/);
  pages['/nova'] = unmodified(html('Nova', 'Uma página nova sobre a entrega de presentes na cidade.'));
  const [added] = await addPages(caller, '/nova');
  expect(await readText(caller, added!)).toContain(SUNDAY);

  expect(await choose(caller, returns, SUNDAY, false)).toBe(3);
  expect(await readText(caller, delivery)).not.toContain(SUNDAY);
  expect(await leftOutOf(caller, about)).toEqual({ data: [], site: site.host });
});

it('leaves out a text on all pages of the site, until it is taken in again', async () => {
  const caller = await server.signUp();
  const [delivery, returns] = (await addPages(caller, '/entrega', '/trocas')) as [string, string];
  expect(await readText(caller, returns)).toContain(BANNER);
  expect(await choose(caller, delivery, BANNER, false)).toBe(2);
  for (const id of [delivery, returns]) {
    expect(await readText(caller, id)).not.toContain(BANNER);
    expect((await leftOutOf(caller, id)).data[0]).toEqual({ reason: 'choice', text: BANNER, isTaken: false });
  }
  // The choice moves with the pages, also when their context is deleted.
  const other = await caller.post('/contexts', { name: 'Outro', parentId: caller.contextId });
  await caller.post('/contents/bulk-edit', { ids: [returns], contextId: other.body.id });
  await caller.post(`/contents/${returns}/retry`);
  await idle(caller);
  expect(await readText(caller, returns)).not.toContain(BANNER);
  expect(await choose(caller, delivery, BANNER, true)).toBe(1);
  expect(await readText(caller, delivery)).toContain(BANNER);
  expect((await caller.delete(`/contexts/${other.body.id}?contents=move`)).status).toBe(204);
  await caller.post(`/contents/${returns}/retry`);
  await idle(caller);
  expect(await readText(caller, returns)).not.toContain(BANNER);
});

it('counts at the next reading when the page cannot be read at once', async () => {
  const caller = await server.signUp();
  const page = unmodified(html('Feriados', 'Nos feriados abrimos das dez ao meio-dia, com equipe reduzida.'));
  pages['/feriados'] = page;
  const [id] = await addPages(caller, '/feriados');
  pages['/feriados'] = (_request, response) => void response.writeHead(404).end();
  await choose(caller, id!, SUNDAY, true);
  expect((await caller.get(`/contents/${id}`)).body.status).toBe('error');
  expect(await readText(caller, id!)).not.toContain(SUNDAY);
  pages['/feriados'] = page;
  await caller.post(`/contents/${id}/sync`);
  await idle(caller);
  expect(await readText(caller, id!)).toContain(SUNDAY);
});

it('is refused to readers, other contexts and accounts, and for what is no page', async () => {
  const [caller, stranger] = [await server.signUp(), await server.signUp()];
  const [id] = await addPages(caller, '/trocas');
  const before = await readText(caller, id!);
  expect((await stranger.get(`/contents/${id}/left-out`)).status).toBe(404);
  expect((await stranger.put(`/contents/${id}/left-out`, { text: BANNER, isTaken: false })).status).toBe(404);
  const other = await caller.post('/contexts', { name: 'Outro' });
  const elsewhere = await server.as(caller, 'WRITER', [other.body.id]);
  expect((await elsewhere.get(`/contents/${id}/left-out`)).status).toBe(404);
  expect((await elsewhere.put(`/contents/${id}/left-out`, { text: BANNER, isTaken: false })).status).toBe(404);
  const reader = await server.as(caller, 'READER');
  expect((await reader.get(`/contents/${id}/left-out`)).status).toBe(200);
  expect((await reader.put(`/contents/${id}/left-out`, { text: BANNER, isTaken: false })).status).toBe(403);
  const faq = { contextId: caller.contextId, question: 'Aceitam Pix?', answer: 'Sim, com desconto.' };
  const { id: faqId } = (await caller.post('/contents/faq', faq)).body;
  expect((await caller.put(`/contents/${faqId}/left-out`, { text: BANNER, isTaken: false })).status).toBe(404);
  expect((await caller.put(`/contents/${id}/left-out`, { text: ' ', isTaken: false })).status).toBe(422);
  await idle(caller);
  expect(await readText(caller, id!)).toBe(before);

  // The same page in another account keeps its own text.
  const [same] = await addPages(stranger, '/trocas');
  await choose(caller, id!, BANNER, false);
  await stranger.post(`/contents/${same}/retry`);
  await idle(stranger);
  expect(await readText(stranger, same!)).toContain(BANNER);
});

it('marks a content whose text looks damaged, in the list too', async () => {
  const caller = await server.signUp();
  pages['/torta'] = unmodified(
    `<meta charset="utf-8"><main><h1>Pre\ufffdos da confeitaria</h1><p>O p\ufffdo de mel custa sete reais e o caf\ufffd da manh\ufffd trinta.</p></main>`,
  );
  pages['/certa'] = unmodified(html('Preços', 'O pão de mel custa sete reais e o café da manhã custa trinta.'));
  const [id, right] = await addPages(caller, '/torta', '/certa');
  expect((await caller.get(`/contents/${id}`)).body.damage).toBe('encoding');
  const { data } = (await caller.get(`/contents?contextId=${caller.contextId}`)).body;
  expect(data.find((one: { id: string }) => one.id === right).damage).toBeNull();
  pages['/torta'] = pages['/certa']!;
  await caller.post(`/contents/${id}/retry`);
  await idle(caller);
  expect((await caller.get(`/contents/${id}`)).body.damage).toBeNull();
});

const NIGHT = 'Depois das dez da noite a entrada é pela garagem.';
const RUNNING = 'Hospedaria Serra Azul, regras da casa';
const DRAFT = 'Rascunho para conferir com a gerência.';
const house = (...lines: string[]) =>
  docxOf(
    [
      ...['A diária inclui o café da manhã servido até as dez horas.', ...lines].map(paragraph),
      `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>${NIGHT}</w:t></w:r></w:p>`,
    ].join(''),
    { extra: { 'word/header1.xml': `<w:hdr xmlns:w="w">${paragraph(RUNNING)}</w:hdr>` } },
  );

it.each([
  ['is kept', true],
  ['was deleted after its training', false],
])('takes a text of a file in and leaves one out, when its original %s', async (_, keepsFiles) => {
  const caller = await server.signUp();
  await caller.put('/account', { keepsFiles });
  const file = { name: 'casa.docx', bytes: house(DRAFT) };
  const { id } = (await caller.upload('/contents/file', { contextId: caller.contextId }, file)).body;
  await idle(caller);
  const hidden = { reason: 'hidden', text: NIGHT, isTaken: false };
  const repeated = { reason: 'repeated', text: RUNNING, isTaken: false };
  expect(await leftOutOf(caller, id)).toEqual({ data: [hidden, repeated], site: null });
  const before = await readText(caller, id);

  expect(await choose(caller, id, NIGHT, true)).toBe(1);
  await choose(caller, id, DRAFT, false);
  expect(await readText(caller, id)).toContain(NIGHT);
  expect(await readText(caller, id)).not.toContain(DRAFT);
  const unwanted = { reason: 'choice', text: DRAFT, isTaken: false };
  expect((await leftOutOf(caller, id)).data).toEqual([unwanted, { ...hidden, isTaken: true }, repeated]);

  // Another version of the file keeps the choices, also after it has moved.
  const other = await caller.post('/contexts', { name: 'Outro', parentId: caller.contextId });
  await caller.post('/contents/bulk-edit', { ids: [id], contextId: other.body.id });
  const newer = { name: 'casa.docx', bytes: house(DRAFT, 'O estacionamento é coberto.') };
  expect((await caller.upload(`/contents/file/${id}`, {}, newer, 'PUT')).status).toBeLessThan(300);
  await idle(caller);
  expect(await readText(caller, id)).toContain('coberto');
  expect(await readText(caller, id)).toContain(NIGHT);
  expect(await readText(caller, id)).not.toContain(DRAFT);

  await choose(caller, id, NIGHT, false);
  await choose(caller, id, DRAFT, true);
  expect(await readText(caller, id)).not.toContain(NIGHT);
  expect(await readText(caller, id)).toContain(DRAFT);
  expect((await leftOutOf(caller, id)).data).toEqual([hidden, repeated]);
  expect(before).toContain(DRAFT);

  // Nothing of a deleted file stays.
  await choose(caller, id, NIGHT, true);
  const choices = () =>
    server.services.db.pool.query('select 1 from text_choices where account_id = $1 and site = $2', [
      caller.accountId,
      id,
    ]);
  expect((await choices()).rows).not.toEqual([]);
  await caller.delete(`/contents/${id}`);
  expect((await choices()).rows).toEqual([]);
});

it('keeps the text in use when a choice would leave nothing of a file', async () => {
  const caller = await server.signUp();
  const only = { name: 'aviso.txt', bytes: Buffer.from('A piscina abre às nove horas da manhã.') };
  const { id } = (await caller.upload('/contents/file', { contextId: caller.contextId }, only)).body;
  await idle(caller);
  const text = await readText(caller, id);
  await choose(caller, id, text, false);
  expect((await caller.get(`/contents/${id}`)).body.status).toBe('error');
  expect(await readText(caller, id)).toBe(text);
  await choose(caller, id, text, true);
  expect((await caller.get(`/contents/${id}`)).body.status).toBe('done');
});

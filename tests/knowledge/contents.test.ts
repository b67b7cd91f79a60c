import { randomUUID } from 'node:crypto';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorker } from '../../src/server/jobs/worker.ts';
import { trainWorker } from '../../src/server/knowledge/training/train.ts';
import { mailWorker } from '../../src/server/mail/emails.ts';
import { openMailer } from '../../src/server/mail/mail.ts';
import { type LocalSite, type Page, serve } from '../outbound/serve.ts';
import { type Caller, type SharedServer, sharedServer, startServer, textOf, until } from '../support/server.ts';

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

const query = async <T = any>(text: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(text, values)).rows as T[];
const idle = ({ accountId }: Caller) =>
  until(
    async () =>
      (await query(`select 1 from jobs where account_id = $1 and state = 'waiting' and kind <> 'label'`, accountId))
        .length === 0,
  );
const html = (title: string, text: string): string =>
  `<title>${title}</title><main><h1>${title}</h1><p>${text}</p></main>`;
const faq = async (caller: Caller, question: string, answer: string, contextId = caller.contextId) =>
  (await caller.post('/contents/faq', { contextId, question, answer })).body.id as string;
const links = async (caller: Caller, paths: string[], more: object = {}) => {
  const urls = paths.map((path) => site.origin + path);
  const made = await caller.post('/contents/links', { contextId: caller.contextId, urls, ...more });
  expect(made.status).toBe(201);
  return made.body.data.map(({ id }: { id: string }) => id) as string[];
};
const answerIn = async (contextId: string, question: string) => {
  const url = `/api/widgets/${contextId}/messages`;
  return textOf(await server.call({ method: 'POST', url, payload: { question } }));
};
const show = async (caller: Caller, id: string) => (await caller.get(`/contents/${id}`)).body;
const subcontext = async (caller: Caller, name: string) =>
  (await caller.post('/contexts', { name, parentId: caller.contextId })).body.id as string;

describe('bulk actions on contents', () => {
  it('disable and enable contents, and with them their answers', async () => {
    const caller = await server.signUp();
    const ids = [await faq(caller, 'Tem frete?', 'O frete é grátis.'), await faq(caller, 'Tem troca?', 'Trinta dias.')];
    await idle(caller);
    const off = await caller.post('/contents/bulk-edit', { ids, enabled: false });
    expect(off).toMatchObject({ status: 200, body: { done: 2, failed: [], missing: 0 } });
    expect(await answerIn(caller.contextId, 'Tem frete?')).not.toContain('grátis');
    await caller.post('/contents/bulk-edit', { ids, enabled: true });
    expect(await answerIn(caller.contextId, 'Tem frete?')).toContain('grátis');
  });

  it('move contents with their knowledge, and report those that already exist in the target context', async () => {
    const caller = await server.signUp();
    const branch = await subcontext(caller, 'Filial');
    pages['/p'] = html('Prazos', 'O prazo de entrega da loja é de cinco dias úteis para todo o país.');
    const id = await faq(caller, 'Onde fica a matriz?', 'A matriz fica em Blumenau.');
    const [page] = await links(caller, ['/p']);
    await links(caller, ['/p'], { contextId: branch });
    await idle(caller);
    const moved = await caller.post('/contents/bulk-edit', { ids: [id, page], contextId: branch });
    expect(moved.body).toMatchObject({
      done: 1,
      failed: [{ id: page, title: 'Prazos', code: 'already_exists', message: 'Já está em “Filial”.' }],
    });
    expect((await show(caller, id)).contextId).toBe(branch);
    expect((await show(caller, page as string)).contextId).toBe(caller.contextId);
    expect(await answerIn(branch, 'Onde fica a matriz?')).toContain('Blumenau');
    expect(await answerIn(caller.contextId, 'Onde fica a matriz?')).not.toContain('Blumenau');
    const foreign = await server.signUp();
    const away = await caller.post('/contents/bulk-edit', { ids: [id], contextId: foreign.contextId });
    expect(away.status).toBe(404);
  });

  it('change up to 1,000 contents per request, and reject more without changing any', async () => {
    const caller = await server.signUp();
    const { accountId, contextId } = caller;
    const { rows } = await server.services.db.pool.query(
      `insert into contents (account_id, id, context_id, title, type, format, status, url)
       select $1, gen_random_uuid(), $2, 'Página ' || n, 'LINK', 'html', 'done', 'https://loja.com.br/' || n
       from generate_series(1, 1000) n returning id`,
      [accountId, contextId],
    );
    const ids = rows.map(({ id }) => id as string);
    const weekly = async () =>
      (
        await server.services.db.pool.query(
          'select count(*)::int as count from contents where account_id = $1 and weekly_sync and not enabled',
          [accountId],
        )
      ).rows[0].count;
    const tooMany = await caller.post('/contents/bulk-edit', { ids: [...ids, randomUUID()], weeklySync: true });
    expect([tooMany.status, await weekly()]).toEqual([422, 0]);
    const done = await caller.post('/contents/bulk-edit', { ids, weeklySync: true, enabled: false });
    expect(done.body).toEqual({ done: 1_000, failed: [], missing: 0 });
    expect(await weekly()).toBe(1_000);
    expect((await caller.post('/contents/bulk-edit', { ids, weeklySync: false })).body.done).toBe(1_000);
    expect((await caller.post('/contents/bulk-delete', { ids })).body.done).toBe(1_000);
  });

  it('retry failed contents and report the others', async () => {
    const caller = await server.signUp();
    delete pages['/soon'];
    const [broken] = await links(caller, ['/soon']);
    const file = { name: 'a.txt', bytes: Buffer.from('Um texto que fala do horário de atendimento da loja.') };
    const trained = (await caller.upload('/contents/file', { contextId: caller.contextId }, file)).body.id;
    await idle(caller);
    expect((await show(caller, broken as string)).status).toBe('error');
    pages['/soon'] = html('Já existe', 'Agora a página existe e conta da loja, dos produtos e das entregas.');
    const again = await caller.post('/contents/bulk-retry', { ids: [broken, trained] });
    expect(again.body).toMatchObject({ done: 1, failed: [{ id: trained, code: 'content_busy' }] });
    await idle(caller);
    expect((await show(caller, broken as string)).status).toBe('done');
  });

  it('delete contents with their chunks, and a sitemap with or without its pages', async () => {
    const caller = await server.signUp();
    pages['/s1'] = html('Um', 'A primeira página fala de bicicletas elétricas e do seu aluguel.');
    pages['/map.xml'] = (_request, response) =>
      void response
        .setHeader('content-type', 'application/xml')
        .end(`<urlset><url><loc>${site.origin}/s1</loc></url></urlset>`);
    pages['/robots.txt'] = '';
    const [map] = await links(caller, ['/map.xml'], { sitemap: true });
    await idle(caller);
    expect(await show(caller, map as string)).toMatchObject({ type: 'SITEMAP', pages: 1 });
    const own = await caller.get(`/contents?contextId=${caller.contextId}&sitemapId=${map}`);
    expect(own.body).toMatchObject({ total: 1, data: [{ title: 'Um', sitemapId: map }] });
    const id = await faq(caller, 'Oi?', 'Olá.');
    const deleted = await caller.post('/contents/bulk-delete', { ids: [map, id], pages: 'remove' });
    expect(deleted.body).toEqual({ done: 2, failed: [], missing: 0 });
    expect(await query('select 1 from contents where account_id = $1', caller.accountId)).toEqual([]);
    expect(await query('select 1 from chunks where account_id = $1', caller.accountId)).toEqual([]);
  });

  it('move to the parent when a context is deleted, except for pages that the parent already has', async () => {
    const caller = await server.signUp();
    const branch = await subcontext(caller, 'Filial');
    pages['/frete'] = html('Frete', 'O frete é grátis para compras acima de duzentos reais.');
    pages['/trocas'] = html('Trocas', 'As trocas são feitas em até trinta dias, com a nota fiscal.');
    const [linkKept] = await links(caller, ['/frete']);
    const [twin, moved] = await links(caller, ['/frete', '/trocas'], { contextId: branch });
    await idle(caller);
    expect((await caller.delete(`/contexts/${branch}?contents=move`)).status).toBe(204);
    const { data } = (await caller.get(`/contents?contextId=${caller.contextId}`)).body;
    expect(data.map(({ id }: any) => id).sort()).toEqual([linkKept, moved].sort());
    expect(await query('select 1 from chunks where content_id = $1', twin)).toEqual([]);
    expect((await query('select 1 from chunks where context_id = $1', caller.contextId)).length).toBe(2);
  });

  it('return 404 for contents of another account, and count them as missing next to own contents', async () => {
    const [caller, stranger] = [await server.signUp(), await server.signUp()];
    const [own, foreign] = [await faq(caller, 'Oi?', 'Olá.'), await faq(stranger, 'Oi?', 'Olá.')];
    expect((await caller.post('/contents/bulk-delete', { ids: [foreign] })).status).toBe(404);
    const mixed = await caller.post('/contents/bulk-delete', { ids: [own, foreign] });
    expect(mixed.body).toEqual({ done: 1, failed: [], missing: 1 });
    expect((await show(stranger, foreign)).id).toBe(foreign);
    const reader = await server.as(stranger, 'READER');
    for (const action of ['edit', 'retry', 'delete'])
      expect((await reader.post(`/contents/bulk-${action}`, { ids: [foreign] })).body.code).toBe('forbidden');
  });
});

describe('a CSV of questions', () => {
  const sheet = (text: string, encoding = 'windows-1252') => ({
    name: 'base.csv',
    bytes: iconv.encode(text, encoding),
  });
  const table =
    'Pergunta;Resposta\r\nTem vaga?;Só às terças.\r\nSem resposta;\r\nTem vaga;Não.\r\nAceita cartão?;Sim, até três vezes.\r\n';

  it('is checked before import: invalid, repeated and existing lines', async () => {
    const caller = await server.signUp();
    const known = await faq(caller, 'Aceita cartão', 'Não.');
    const { body, status } = await caller.upload('/contents/faqs/check', { contextId: caller.contextId }, sheet(table));
    expect(status).toBe(200);
    expect(body).toMatchObject({ separator: 'semicolon', hasHeading: true, room: 49 });
    expect(body.lines).toMatchObject([
      { line: 2, question: 'Tem vaga?', answer: 'Só às terças.', fault: null, sameAs: null },
      { line: 3, fault: { code: 'no_answer', message: 'Falta a resposta.' } },
      { line: 4, fault: null, sameAs: { line: 2, contentId: null } },
      { line: 5, fault: null, sameAs: { line: null, contentId: known } },
    ]);
    expect((await caller.get(`/contents?contextId=${caller.contextId}`)).body.total).toBe(1);
  });

  it('adds the valid lines, keeps or replaces existing questions, and answers from them', async () => {
    const caller = await server.signUp();
    const known = await faq(caller, 'Aceita cartão', 'Não.');
    const add = (fields: object) =>
      caller.upload('/contents/faqs', { contextId: caller.contextId, ...fields }, sheet(table));
    expect(await add({})).toMatchObject({
      status: 201,
      body: { added: 1, replaced: 0, kept: 1, repeated: 1, faulty: 1 },
    });
    expect((await add({ known: 'replace' })).body).toMatchObject({ added: 0, replaced: 1, kept: 1 });
    await idle(caller);
    expect(await show(caller, known)).toMatchObject({ status: 'done', answer: 'Sim, até três vezes.' });
    expect(await answerIn(caller.contextId, 'Tem vaga?')).toBe('Só às terças.');
  });

  it('is imported completely or not at all, and rejected without valid lines', async () => {
    const caller = await server.signUp();
    const many = Array.from({ length: 51 }, (_, at) => `Pergunta número ${at}?;Resposta ${at}.`).join('\n');
    const over = await caller.upload('/contents/faqs', { contextId: caller.contextId }, sheet(many));
    expect(over.body.code).toBe('plan_limit_reached');
    expect((await caller.get(`/contents?contextId=${caller.contextId}`)).body.total).toBe(0);
    const none = await caller.upload('/contents/faqs', { contextId: caller.contextId }, sheet('nada aqui'));
    expect(none).toMatchObject({ status: 422, body: { code: 'invalid_input', errors: [{ field: 'file' }] } });
  });
});

describe('a duplicate file', () => {
  const file = (name: string, text = 'A loja fica aberta das nove às dezoito horas, de segunda a sábado.') => ({
    name,
    bytes: Buffer.from(text),
  });

  it('is recognised by its bytes in the same context and in child contexts', async () => {
    const caller = await server.signUp();
    const branch = await subcontext(caller, 'Filial');
    const send = (contextId: string, name: string, text?: string) =>
      caller.upload('/contents/file', { contextId }, file(name, text));
    const { id } = (await send(caller.contextId, 'horario.txt')).body;
    for (const contextId of [caller.contextId, branch]) {
      const again = await send(contextId, 'outro-nome.txt');
      expect(again).toMatchObject({ status: 409, body: { code: 'file_known', current: { id, title: 'horario.txt' } } });
      expect(again.body.message).toMatch(/^outro-nome\.txt - Este arquivo já está em “horario\.txt”/);
    }
    expect((await caller.get(`/contents?contextId=${caller.contextId}`)).body.total).toBe(1);
    expect((await send(branch, 'horario.txt', 'Outro texto, com outro horário: das dez às vinte.')).status).toBe(201);
    // Neither that of a child context, nor one that the member may not see.
    expect(
      (await send(caller.contextId, 'filial.txt', 'Outro texto, com outro horário: das dez às vinte.')).status,
    ).toBe(201);
    const limited = await server.as(caller, 'ADMIN', [branch]);
    expect((await limited.upload('/contents/file', { contextId: branch }, file('visto.txt'))).status).toBe(201);
    const other = await server.signUp();
    expect((await other.upload('/contents/file', { contextId: other.contextId }, file('horario.txt'))).status).toBe(
      201,
    );
    // A content may be replaced by the same file under another name.
    const replaced = await caller.upload(`/contents/file/${id}`, {}, file('novo.txt'), 'PUT');
    expect(replaced).toMatchObject({ status: 200, body: { title: 'novo.txt' } });
  });
});

describe('an edited text', () => {
  it('answers with the old text until the new one is trained, and the API marks it as old', async () => {
    const slow = await startServer({ worker: false });
    const { db, env } = slow.services;
    const handlers = { mail: mailWorker(db, openMailer(env), () => undefined), train: trainWorker(slow.services) };
    let worker = startWorker(db, handlers, { warn: () => undefined });
    const ask = async (contextId: string, question: string) => {
      const url = `/api/widgets/${contextId}/messages`;
      return textOf(await slow.call({ method: 'POST', url, payload: { question } }));
    };
    try {
      const caller = await slow.signUp();
      const { contextId } = caller;
      const file = (text: string) => ({ name: 'garantia.txt', bytes: Buffer.from(text) });
      const id = await faq(caller, 'Qual é o prazo?', 'Cinco dias úteis.');
      const manual = (await caller.upload('/contents/file', { contextId }, file('A garantia vai até 2 anos.'))).body.id;
      const isTrained = async (one: string) => (await show(caller, one)).status === 'done';
      await until(async () => (await isTrained(id)) && isTrained(manual));
      await worker.stop();
      await caller.put(`/contents/${id}`, { answer: 'Três dias úteis.' });
      await caller.upload(`/contents/file/${manual}`, {}, file('A garantia vai até 5 anos.'), 'PUT');
      expect(await ask(contextId, 'Qual é o prazo?')).toBe('Cinco dias úteis.');
      expect(await ask(contextId, 'Até quando vai a garantia?')).toContain('2 anos');
      expect((await caller.get(`/contents/${id}/text`)).body).toEqual({
        data: [{ heading: null, page: null, text: 'Cinco dias úteis.' }],
        total: 1,
        isOld: true,
      });
      worker = startWorker(db, handlers, { warn: () => undefined });
      await until(async () => (await isTrained(id)) && isTrained(manual));
      expect(await ask(contextId, 'Qual é o prazo?')).toBe('Três dias úteis.');
      expect(await ask(contextId, 'Até quando vai a garantia?')).toContain('5 anos');
      expect((await caller.get(`/contents/${id}/text`)).body.isOld).toBe(false);
    } finally {
      await worker.stop();
      await slow.close();
    }
  });
});

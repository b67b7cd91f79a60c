import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalSite, type Page, serve } from '../outbound/serve.ts';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';

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

const query = async <T = any>(text: string, ...values: unknown[]) =>
  (await server.services.db.pool.query(text, values)).rows as T[];
const idle = ({ accountId }: Caller) =>
  until(async () => (await query('select 1 from jobs where account_id = $1', accountId)).length === 0);
const paragraph = (of: string) =>
  `<main><h1>${of}</h1><p>Este texto conta tudo o que há para saber sobre ${of}.</p></main>`;

/** A page that delays its first response until it is released. Later responses are immediate. */
function blockedPage(first: string, later: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let requests = 0;
  const page: Page = async (_request, response) => {
    const isFirst = requests++ === 0;
    if (isFirst) await promise;
    response.setHeader('content-type', 'text/html').end(paragraph(isFirst ? first : later));
  };
  return { page, letGo: resolve, wasAsked: () => until(async () => requests > 0) };
}
const addLink = async (caller: Caller, path: string) =>
  (await caller.post('/contents/links', { contextId: caller.contextId, urls: [site.origin + path] })).body.data[0].id;

it('trains a content without waiting for 500 contents of another account', async () => {
  const [big, small] = [await server.signUp(), await server.signUp()];
  await query(`update subscriptions set plan_id = 'business' where account_id = $1`, big.accountId);
  const lines = Array.from({ length: 500 }, (_, n) => `Quanto custa o item ${n}?;Custa ${n} reais.`);
  const sheet = { name: 'perguntas.csv', bytes: Buffer.from(['pergunta;resposta', ...lines].join('\n')) };
  const { status } = await big.upload('/contents/faqs', { contextId: big.contextId }, sheet);
  expect(status).toBe(201);
  const waiting = async () =>
    Number((await query('select count(*) from jobs where account_id = $1', big.accountId))[0].count);
  const before = await waiting();
  expect(before).toBeGreaterThan(300);
  const faq = { contextId: small.contextId, question: 'Abre aos domingos?', answer: 'Sim, das 9h às 13h.' };
  const { body } = await small.post('/contents/faq', faq);
  const [after] = await until(async () => {
    const [row] = await query(
      `select (select count(*) from jobs where account_id = $2) as waiting from contents where id = $1 and status = 'done'`,
      body.id,
      big.accountId,
    );
    return row && [Number(row.waiting)];
  });
  // The jobs that ran meanwhile: a turn or two of each worker, plus those between the request and the query.
  expect(before - after!).toBeLessThan(100);
  expect(after).toBeGreaterThan(0);
  await query('delete from jobs where account_id = $1', big.accountId);
});

it('trains contents while site crawls are running', async () => {
  const [first, second] = [await server.signUp(), await server.signUp()];
  const blocked = blockedPage('a casa', 'a casa');
  pages['/'] = blocked.page;
  for (const { post, contextId } of [first, first, second])
    await post('/contents/crawl-links', { contextId, url: `${site.origin}/` });
  await blocked.wasAsked();
  await second.post('/contents/faq', { contextId: second.contextId, question: 'Abre?', answer: 'Sim, todos os dias.' });
  await until(
    async () => (await query(`select 1 from contents where account_id = $1 and status = 'done'`, second.accountId))[0],
  );
  blocked.letGo();
  await Promise.all([idle(first), idle(second)]);
});

it('puts texts in use together that wait together, except for those that cannot be read', async () => {
  const caller = await server.signUp();
  await query(`update subscriptions set plan_id = 'business' where account_id = $1`, caller.accountId);
  const file = (n: number, passages: { heading: null; page: null; text: string }[]) => ({
    kind: 'file',
    title: `quarto-${n}.txt`,
    fileName: `quarto-${n}.txt`,
    format: 'txt',
    enabled: true,
    digest: null,
    phrasings: [],
    byteCount: 0,
    passages,
    passageCount: passages.length,
  });
  const blank = Buffer.from(' \n');
  const lines = [
    { kind: 'base', format: 'prosa-base', version: 1, exportedAt: '2026-11-23T12:00:00.000Z', name: 'Hotel' },
    ...Array.from({ length: 12 }, (_, n) =>
      file(n, [{ heading: null, page: null, text: `A diária do quarto ${n} custa ${n} reais.` }]),
    ),
    { ...file(12, []), byteCount: blank.length },
    { kind: 'bytes', base64: blank.toString('base64') },
  ];
  const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
  const imported = await caller.upload(`/contexts/${caller.contextId}/import`, {}, { name: 'base.jsonl', bytes });
  expect(imported.body).toMatchObject({ created: 13, refused: 0 });
  await idle(caller);
  const { data } = (await caller.get(`/contents?contextId=${caller.contextId}`)).body;
  const withStatus = (wanted: string) => data.filter(({ status }: any) => status === wanted);
  expect(withStatus('done')).toHaveLength(12);
  expect(withStatus('error')).toMatchObject([{ title: 'quarto-12.txt' }]);
  const changes = await query('select content_ids from knowledge_changes where account_id = $1', caller.accountId);
  expect(changes.length).toBeLessThan(6);
  expect(changes.flatMap((change) => change.content_ids)).toHaveLength(12);
});

it('leaves nothing behind when a content is deleted during training', async () => {
  const caller = await server.signUp();
  const blocked = blockedPage('a loja', 'a loja');
  pages['/apagada'] = blocked.page;
  const id = await addLink(caller, '/apagada');
  await blocked.wasAsked();
  expect((await caller.delete(`/contents/${id}`)).status).toBe(204);
  blocked.letGo();
  await idle(caller);
  for (const table of ['chunks', 'content_syncs', 'seo_evaluations', 'contents'])
    expect(await query(`select 1 from ${table} where account_id = $1`, caller.accountId), table).toEqual([]);
  // The foreign key also stops a training that did not notice the deletion.
  const orphan = query(
    `insert into chunks (account_id, context_id, content_id, version, ordinal, text, analysis) values ($1, $2, $3, 1, 0, '', '')`,
    ...[caller.accountId, caller.contextId, id],
  );
  await expect(orphan).rejects.toMatchObject({ code: '23503', constraint: 'chunks_content' });
});

it('keeps only the newest text when a page is read again during training', async () => {
  const caller = await server.signUp();
  const blocked = blockedPage('bicicletas antigas', 'bicicletas elétricas');
  pages['/nova'] = blocked.page;
  const id = await addLink(caller, '/nova');
  await blocked.wasAsked();
  expect(await addLink(caller, '/nova')).toBe(id);
  await until(async () => (await query(`select 1 from contents where id = $1 and trained_version = 2`, id))[0]);
  blocked.letGo();
  await idle(caller);
  const chunks = await query('select version, text from chunks where account_id = $1', caller.accountId);
  expect(chunks).toEqual([{ version: 2, text: expect.stringContaining('elétricas') }]);
  expect((await caller.get(`/contents/${id}`)).body.status).toBe('done');
});

it('trains a page with characters that PostgreSQL cannot store, without them', async () => {
  const caller = await server.signUp();
  // A raw NUL, a NUL escaped in JSON, and emojis where texts are cut to their maximum length.
  pages['/nulos'] = `<html lang="pt-BR"><title>Bici\0cletas</title>
    <meta name="description" content="${'a'.repeat(79)}\u{1f6b2}${'b'.repeat(119)}\u{1f6b2}${'😀'.repeat(500)}">
    <script type="application/ld+json">{"@type": "Pro\\u0000duct"}</script>
    <main><h1>Bici\0cletas</h1><p>Este texto\0 conta tudo o que há para saber sobre elas.</p></main>`;
  pages['/sitemap-nulo.xml'] = `<urlset><url><loc>${site.origin}/nu\0los</loc></url></urlset>`;
  const id = await addLink(caller, '/nulos');
  await idle(caller);
  expect((await caller.get(`/contents/${id}`)).body).toMatchObject({ status: 'done', title: 'Bicicletas' });
  const [chunk] = await query('select text from chunks where account_id = $1', caller.accountId);
  expect(chunk.text).toContain('Este texto conta');
  await caller.delete(`/contents/${id}`);
  const urls = [`${site.origin}/sitemap-nulo.xml`];
  await caller.post('/contents/links', { contextId: caller.contextId, urls, sitemap: true });
  await until(async () => {
    const sent = (await caller.get(`/contents?contextId=${caller.contextId}`)).body.data;
    return sent.some(({ url, status }: any) => url === `${site.origin}/nulos` && status === 'done');
  });
});

it('trains a file with characters that PostgreSQL cannot store, without them', async () => {
  const caller = await server.signUp();
  const bytes = Buffer.from(`\uFEFFGARANTIA\n\nA garantia\0 dura dezoito meses.\n\n${'x'.repeat(299)}\u{1f6b2}?\n`);
  const { body } = await caller.upload('/contents/file', { contextId: caller.contextId }, { name: 'g.txt', bytes });
  await idle(caller);
  expect((await caller.get(`/contents/${body.id}`)).body.status).toBe('done');
  const [chunk] = await query('select text from chunks where account_id = $1', caller.accountId);
  expect(chunk.text).toContain('A garantia dura dezoito meses.');
});

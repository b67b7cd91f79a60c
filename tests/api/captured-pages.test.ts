import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalSite, serve } from '../outbound/serve.ts';
import { type Caller, type SharedServer, sharedServer, until } from '../support/server.ts';

const FREIGHT = 'O frete para o Sul custa doze reais e chega em cinco dias úteis, com rastreio por email.';
let server: SharedServer;
let site: LocalSite;
beforeAll(async () => {
  const page = (body: string, name = '') => `<title>${name}Loja</title><main><h1>Loja</h1>${body}</main>`;
  site = await serve({
    '/': page('<p>A loja abre às nove.</p><a href="/frete">Frete</a> <a href="/mapa">Mapa</a>'),
    '/frete': page(`<p>${FREIGHT}</p>`, 'Frete | '),
    '/mapa': page('<p>A loja fica na rua das Acácias, perto da praça.</p><iframe src="/quadro"></iframe>', 'Mapa | '),
    '/quadro': page('<p>Há vagas para carros atrás da igreja.</p>'),
  });
  server = await sharedServer({ allow: [site.host] });
});
afterAll(async () => {
  await site.close();
});

const requestsOf = (path: string) => site.requests.filter((one) => one === path).length;

async function capture({ post, get, contextId }: Caller): Promise<void> {
  const { body } = await post('/contents/crawl-links', { contextId, url: site.origin });
  await until(async () => (await get(`/contents/crawl-links/${body.id}`)).body.status === 'done');
}

/** Adds a page, waits for its training and returns its id and how many requests it took. */
async function train({ post, get, contextId }: Caller, path: string, into = contextId) {
  const before = requestsOf(path);
  const { body } = await post('/contents/links', { contextId: into, urls: [site.origin + path] });
  const { id } = body.data[0];
  await until(async () => (await get(`/contents/${id}`)).body.status === 'done');
  return { id: id as string, requests: requestsOf(path) - before };
}

const textOf = async ({ get }: Caller, id: string) =>
  (await get(`/contents/${id}/text`)).body.data.map(({ text }: { text: string }) => text).join('\n');

const keptPages = async ({ accountId }: Caller) =>
  (await server.services.db.pool.query('select url from captured_pages where account_id = $1', [accountId])).rows;

describe('a page that was captured', () => {
  it('is not requested again for its training, but for its syncs', async () => {
    const owner = await server.signUp();
    await capture(owner);
    const { id, requests } = await train(owner, '/frete');
    expect(requests).toBe(0);
    expect(await textOf(owner, id)).toContain(FREIGHT);
    expect((await owner.get(`/seo-evaluations/${id}`)).status).toBe(200);
    expect(await keptPages(owner)).not.toContainEqual({ url: `${site.origin}/frete` });
    const before = requestsOf('/frete');
    await owner.post(`/contents/${id}/sync`);
    await until(async () => requestsOf('/frete') > before);
  });

  it('shows its title without what the pages share, from the first moment and after each reading', async () => {
    const owner = await server.signUp();
    await capture(owner);
    const { body } = await owner.post('/contents/links', {
      contextId: owner.contextId,
      urls: [`${site.origin}/frete`, `${site.origin}/`],
    });
    const titles = async () =>
      Promise.all(body.data.map(async ({ id }: { id: string }) => (await owner.get(`/contents/${id}`)).body.title));
    expect(await titles()).toEqual(['Frete', 'Loja']);
    const id = body.data[0].id as string;
    await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
    const before = requestsOf('/frete');
    await owner.post(`/contents/${id}/sync`);
    await until(async () => requestsOf('/frete') > before);
    await until(async () => (await owner.get(`/contents/${id}`)).body.status === 'done');
    expect(await titles()).toEqual(['Frete', 'Loja']);
  });

  it('is requested by other accounts and contexts', async () => {
    const owner = await server.signUp();
    const { pool } = server.services.db;
    await pool.query(`update subscriptions set plan_id = 'business' where account_id = $1`, [owner.accountId]);
    await capture(owner);
    expect((await train(await server.signUp(), '/frete')).requests).toBe(1);
    const { body } = await owner.post('/contexts', { name: 'Filial', parentId: owner.contextId });
    expect((await train(owner, '/frete', body.id)).requests).toBe(1);
    expect((await train(owner, '/frete')).requests).toBe(0);
  });

  it('is requested again after an hour, and when it has frames of the site', async () => {
    const owner = await server.signUp();
    await capture(owner);
    const { id, requests } = await train(owner, '/mapa');
    expect(requests).toBe(1);
    expect(await textOf(owner, id)).toContain('atrás da igreja');
    await server.services.db.pool.query(
      `update captured_pages set created_at = now() - interval '61 minutes' where account_id = $1`,
      [owner.accountId],
    );
    expect((await train(owner, '/frete')).requests).toBe(1);
  });
});

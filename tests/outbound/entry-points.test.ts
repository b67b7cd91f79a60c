import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Caller, startServer, type TestServer, until } from '../support/server.ts';
import { type LocalSite, type Page, send, serve } from './serve.ts';

/*
 * However an address enters the product, the server never connects to a private one. Canary servers on loopback count
 * connections.
 */

let server: TestServer;
let caller: Caller;
let site: LocalSite;
let canaries: LocalSite[];
const pages: Record<string, Page> = {};
beforeAll(async () => {
  canaries = [await serve({ '*': 'canary' }, '127.0.0.2'), await serve({ '*': 'canary' }, '::1')];
  site = await serve(pages);
  server = await startServer({ env: { CRAWL_ALLOW: site.host } });
  caller = await server.signUp();
});
afterEach(() => expect(canaries.map((canary) => canary.connections())).toEqual([0, 0]));
afterAll(async () => {
  await server.close();
  for (const one of [...canaries, site]) await one.close();
});

/** The canaries' addresses in common and in obfuscated notations. */
const forms = (): string[] => {
  const [v4, v6] = canaries.map(({ port }) => port);
  return [
    `http://127.0.0.2:${v4}/`,
    `http://2130706434:${v4}/`,
    `http://0x7f.2:${v4}/`,
    `http://0177.0.0.2:${v4}/`,
    `http://127.2:${v4}/`,
    `http://[::ffff:127.0.0.2]:${v4}/`,
    `http://[::1]:${v6}/`,
    `https://127.0.0.2:${v4}/`,
  ];
};
const finishedAt = async (path: string) =>
  until(async () => {
    const { body } = await caller.get(path);
    return ['done', 'error'].includes(body.status) && body;
  });
const REFUSED = 'Este endereço não pode ser acessado. Use um site público.';

async function addLink(url: string, more: object = {}): Promise<any> {
  const made = await caller.post('/contents/links', { contextId: caller.contextId, urls: [url], ...more });
  return made.status === 201
    ? finishedAt(`/contents/${made.body.data[0].id}`)
    : { status: 'refused', code: made.status };
}

test('refuses private addresses when capturing a site', async () => {
  for (const url of forms()) {
    const { status, body } = await caller.post('/contents/crawl-links', { contextId: caller.contextId, url });
    if (status !== 202) expect([400, 422], url).toContain(status);
    else expect(await finishedAt(`/contents/crawl-links/${body.id}`), url).toMatchObject({ status: 'error' });
  }
});

test('refuses private addresses of pages and sitemaps', async () => {
  for (const url of forms()) {
    expect(['error', 'refused'], url).toContain((await addLink(url)).status);
    expect(['error', 'refused'], url).toContain((await addLink(url, { sitemap: true })).status);
  }
  expect(await addLink(forms()[0]!)).toMatchObject({ status: 'error', reason: REFUSED });
});

test('refuses private addresses in a sitemap, a sitemap index and robots.txt', async () => {
  const lines = (name: string, urls: string[]) => urls.map((url) => `<${name}><loc>${url}</loc></${name}>`).join('');
  const index = `<sitemapindex>${lines('sitemap', [...forms(), `${site.origin}/pages.xml.gz`])}</sitemapindex>`;
  pages['/robots.txt'] = (_request, response) =>
    void response.end([`${site.origin}/index.xml`, ...forms()].map((url) => `Sitemap: ${url}`).join('\n'));
  pages['/index.xml'] = (_request, response) => void response.end(index);
  pages['/pages.xml.gz'] = (_request, response) =>
    void response.end(
      gzipSync(`<urlset>${lines('url', [...forms(), `${site.origin}/boa`, `${site.origin}/para-fora`])}</urlset>`),
    );
  pages['/boa'] = `<main><h1>Boa</h1><p>Uma página que fala do que a loja vende.</p>${forms()
    .map((url) => `<a href="${url}">x</a>`)
    .join('')}</main>`;
  pages['/para-fora'] = (_request, response) => void response.writeHead(302, { location: forms()[0] }).end();
  await addLink(`${site.origin}/`, { sitemap: true });
  await until(async () => {
    const { body } = await caller.get(`/contents?contextId=${caller.contextId}&search=para-fora`);
    return body.data[0]?.reason === REFUSED;
  });
  const { body } = await caller.post('/contents/crawl-links', {
    contextId: caller.contextId,
    url: `${site.origin}/boa`,
  });
  const found = await finishedAt(`/contents/crawl-links/${body.id}`);
  const reasons = Object.fromEntries(found.pages.map((page: any) => [page.url.replace(site.origin, ''), page.reason]));
  expect(reasons).toMatchObject({ '/boa': undefined, '/para-fora': REFUSED });
  expect(Object.keys(reasons).filter((url) => url.includes('127.') || url.includes('['))).toEqual([]);
});

test('refuses redirects to private addresses from a page, robots.txt and a sitemap', async () => {
  let target = '';
  pages['/vai'] = (_request, response) => void response.writeHead(301, { location: target }).end();
  pages['/vai.xml'] = pages['/vai'];
  for (target of forms()) {
    expect(await addLink(`${site.origin}/vai?${encodeURIComponent(target)}`), target).toMatchObject({
      status: 'error',
    });
    const map = await addLink(`${site.origin}/vai.xml?${encodeURIComponent(target)}`, { sitemap: true });
    expect(map, target).toMatchObject({ status: 'error', reason: REFUSED });
  }
});

test('refuses a page that later redirects to a private address', async () => {
  pages['/virou'] = '<main><h1>Boa</h1><p>Uma página que fala do horário da loja e de como chegar.</p></main>';
  const { id } = await addLink(`${site.origin}/virou`);
  pages['/virou'] = (_request, response) => void response.writeHead(307, { location: forms()[6] }).end();
  expect((await caller.post(`/contents/${id}/sync`)).status).toBe(202);
  const [newest] = await until(async () => {
    const { data } = (await caller.get(`/contents/${id}/syncs`)).body;
    return data.length === 2 && data;
  });
  expect(newest).toMatchObject({ outcome: 'failed', reason: REFUSED });
});

test('refuses a private redirect when a failed page is retried', async () => {
  pages['/tenta'] = send(404, {});
  const { id } = await addLink(`${site.origin}/tenta`);
  pages['/tenta'] = send(308, { location: forms()[5]! });
  expect((await caller.post(`/contents/${id}/retry`)).status).toBe(202);
  await until(async () => (await caller.get(`/contents/${id}`)).body.reason === REFUSED);
});

test('refuses private addresses when checking a site for the widget', async () => {
  pages['/instalado'] = send(302, { location: forms()[0]! });
  for (const url of [...forms(), `${site.origin}/instalado`]) {
    const { status, body } = await caller.post(`/contexts/${caller.contextId}/check-site`, { url });
    expect([400, 422], `${url} ${JSON.stringify(body)}`).toContain(status);
  }
});

test('detects connections to the canaries', async () => {
  const [canary] = canaries;
  expect(await (await fetch(canary!.origin)).text()).toBe('canary');
  await canary!.close();
  canaries[0] = await serve({ '*': 'canary' }, '127.0.0.2');
});

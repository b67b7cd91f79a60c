import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FindOptions, findPages, type SitePage } from '../../src/reading/capture/find-pages.ts';
import { readPage } from '../../src/reading/capture/read-page.ts';
import { isPartOfTitle, withoutSharedParts } from '../../src/reading/capture/shared-titles.ts';
import { createOutbound, type Outbound } from '../../src/server/outbound/outbound.ts';
import { type LocalSite, type Page, send, serve } from '../outbound/serve.ts';

const USER_AGENT = 'ProsaBot/1.0 (+http://prosa.test)';
let sites: LocalSite[] = [];
let outbound: Outbound;
let canary: LocalSite;

beforeEach(async () => {
  canary = await serve({ '*': 'canary' }, '127.0.0.2');
  sites = [canary];
});
afterEach(async () => {
  await outbound.close();
  for (const site of sites) await site.close();
});

async function open(pages: Record<string, Page>): Promise<LocalSite> {
  const site = await serve(pages);
  sites.push(site);
  outbound = createOutbound({ allow: sites.slice(1).map(({ host }) => host), userAgent: USER_AGENT });
  return site;
}

const words = (seed: string) =>
  `Este é o texto da página ${seed}, com palavras bastantes para ser lido por quem passa.`;
const html = (title: string, ...links: string[]) =>
  `<title>${title}</title><main><h1>${title}</h1><p>${words(title)}</p></main>${links.map((href) => `<a href="${href}">${href}</a>`).join(' ')}`;

/** Differs from what a site sends for any address: it does not contain its own. */
const itemOf = (path: string) => `Item ${path.split('/').at(-1)}`;

async function find(site: LocalSite, options: Partial<FindOptions> = {}, start = '/') {
  const found: SitePage[] = [];
  const summary = await findPages(outbound, site.origin + start, {
    maxPages: 50,
    maxDepth: 5,
    pauseMs: 0,
    onPage: (page) => void found.push(page),
    ...options,
  });
  const paths = (status: string) =>
    found.filter((page) => page.status === status).map(({ url }) => url.replace(site.origin, ''));
  return {
    found,
    summary,
    read: paths('read'),
    failed: Object.fromEntries(
      found.filter(({ reason }) => reason).map(({ url, reason }) => [url.replace(site.origin, ''), reason]),
    ),
  };
}

const reasonOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: { reason: string }) => error.reason,
  );

describe('the fixture site', () => {
  const folder = new URL('../fixtures/site/', import.meta.url);
  const files = Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [
        `/${name}`,
        ((_request, response, site) => {
          const type = name.endsWith('.html')
            ? 'text/html; charset=utf-8'
            : name.endsWith('.xml')
              ? 'application/xml'
              : 'text/plain';
          response
            .writeHead(200, { 'content-type': type })
            .end(readFileSync(new URL(name, folder), 'utf8').replaceAll('{{ORIGIN}}', site.origin));
        }) satisfies Page,
      ]),
  );
  const pages = Object.keys(files)
    .filter((name) => name.endsWith('.html'))
    .sort();

  test('is found completely from its home page, except for paths that robots.txt disallows', async () => {
    const site = await open({ ...files, '/': send(302, { location: '/inicio.html' }) });
    const { read, failed, summary, found } = await find(site);
    expect(read.sort()).toEqual(pages);
    expect(failed).toEqual({});
    expect(summary).toMatchObject({
      read: pages.length,
      failed: 0,
      duplicates: 1,
      listed: pages.length,
      remaining: 0,
      stopped: 'done',
    });
    for (const { title, words } of found)
      expect([/Empório Serra Azul/.test(title ?? ''), words > 50]).toEqual([true, true]);
    for (const excluded of ['/carrinho', '/busca', '/privacidade.html']) expect(site.requests).not.toContain(excluded);
    expect(site.requests.filter((path) => path === '/robots.txt')).toHaveLength(1);
    expect(new Set(site.requests).size).toBe(site.requests.length);
  });

  test.each(pages)('extracts exactly the main text of %s', async (path) => {
    const site = await open(files);
    const page = await readPage(outbound, site.origin + path);
    const text = page.document.blocks
      .filter(({ kind }) => kind !== 'boilerplate')
      .map((block) => block.text.replaceAll(/^\d+\. /gm, ''))
      .join('\n');
    const source = readFileSync(new URL(`.${path}`, folder), 'utf8');
    const main = /<main[^>]*>([\s\S]*)<\/main>/
      .exec(source)![1]!
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&');
    const bag = (text: string) => new Set(text.match(/[\p{L}\p{N}]+/gu));
    expect([...bag(main)].filter((word) => !bag(text).has(word))).toEqual([]);
    expect([...bag(text)].filter((word) => !bag(main).has(word))).toEqual([]);
    expect(page).toMatchObject({
      language: 'pt-BR',
      canonical: site.origin + path,
      needsJavaScript: false,
      noindex: false,
    });
  });
});

describe('finding pages', () => {
  test('reads sitemaps from robots.txt: an index, gzip and a plain list', async () => {
    const urlset = (...paths: string[]) =>
      `<?xml version="1.0"?><urlset xmlns:image="x">${paths.map((path) => `<url><loc>\n {{ORIGIN}}${path} </loc><image:image><image:loc>{{ORIGIN}}/foto</image:loc></image:image></url>`).join('')}</urlset>`;
    const filled =
      (text: string, zip = false): Page =>
      (_request, response, site) => {
        const body = text.replaceAll('{{ORIGIN}}', site.origin);
        response.end(zip ? gzipSync(body) : body);
      };
    const pages = Object.fromEntries(['/', '/a', '/b?x=1&y=2', '/c', '/d', '/e'].map((path) => [path, html(path)]));
    const site = await open({
      ...pages,
      '/robots.txt': filled(
        'User-agent: *\nDisallow:\nSitemap: {{ORIGIN}}/index.xml\nSitemap: {{ORIGIN}}/list.txt\nSitemap: {{ORIGIN}}/gone.xml',
      ),
      '/index.xml': filled(
        '<sitemapindex><sitemap><loc>{{ORIGIN}}/one.xml</loc></sitemap><sitemap><loc><![CDATA[{{ORIGIN}}/two.xml.gz]]></loc></sitemap><sitemap><loc>{{ORIGIN}}/index.xml</loc></sitemap></sitemapindex>',
      ),
      '/one.xml': filled(urlset('/a', '/b?x=1&amp;y=2')),
      '/two.xml.gz': filled(urlset('/c', '/manual.pdf', '/c#x', '/c?utm_source=x'), true),
      '/list.txt': filled('{{ORIGIN}}/d\r\n{{ORIGIN}}/e\nhttps://outra.example/f\nlixo'),
    });
    const { read, failed } = await find(site);
    expect(read.sort()).toEqual(Object.keys(pages).sort());
    expect(failed).toEqual({});
    expect(site.requests).not.toContain('/sitemap.xml');
  });

  test('tries the usual sitemap addresses, and reads a truncated sitemap up to the break', async () => {
    const site = await open({
      '/': html('Home'),
      '/a': html('A'),
      '/sitemap_index.xml': (_request, response, site) =>
        void response.end(`<urlset><url><loc>${site.origin}/a</loc></url><url><loc>${site.origin}/b`),
    });
    expect((await find(site)).read).toEqual(['/', '/a']);
  });

  test('follows links within the site, without fragments, tracking parameters and system paths, and lists documents', async () => {
    const site = await open({
      '/': html(
        'Home',
        '/a',
        '/a/',
        '/a#b',
        '/a?utm_source=x&gclid=y',
        '/index.html',
        'A',
        '/foto.JPG',
        '/x.pdf?download=1',
        '/wp-admin/',
        '/wp-json/x',
        '/blog/feed/',
        'https://outra.example/',
        'http://127.0.0.1:1/',
        'mailto:a@b',
      ),
      '/a': html('A', '/?fbclid=1', '/b?z=1&a=2', '/b?a=2&z=1'),
      '/b': html('B'),
      '/A': html('Outra'),
    });
    const { read } = await find(site);
    // Two pages are read in parallel, so their order varies.
    // The file is listed, and read only when its owner keeps it.
    expect(read.sort()).toEqual(['/', '/A', '/a', '/b?z=1&a=2', '/x.pdf?download=1']);
    expect(site.requests.filter((path) => !/robots|sitemap|-/.test(path))).toEqual(['/', '/a', '/A', '/b?z=1&a=2']);
  });

  test('reports each page once, by canonical URL, redirect target and text', async () => {
    const canonical = (path: string, title: string) => `<link rel=canonical href="${path}?utm_medium=x">${html(title)}`;
    const site = await open({
      '/': html('Home', '/p?cor=azul', '/p?cor=verde', '/velho', '/copia', '/x', '/y', '/z'),
      '/p': canonical('/p', 'Produto'),
      '/velho': send(301, { location: '/copia' }),
      '/copia': html('Cópia'),
      '/x': canonical('/', 'Xis'),
      '/y': canonical('/p', 'Outro produto'),
      '/z': html('Cópia'),
    });
    const { read, summary } = await find(site);
    expect(read.sort()).toEqual(['/', '/copia', '/p', '/x', '/y']);
    expect(summary).toMatchObject({ read: 5, failed: 0, stopped: 'done' });
    expect(summary.duplicates).toBeGreaterThanOrEqual(1);
  });

  test('follows a redirect of the start page to another host, but not of a link', async () => {
    const away = await open({ '/': html('Nova', '/a', '/leave'), '/a': html('A'), '/other': html('Fora') });
    const third = await open({ '/': html('Terceira') });
    const old = await open({ '/': send(301, { location: `${away.origin}/` }), '/old': html('Velha') });
    const { found, summary } = await find(old);
    expect(found.filter(({ status }) => status === 'read').map(({ url }) => url)).toEqual([
      `${away.origin}/`,
      `${away.origin}/a`,
    ]);
    expect(summary.stopped).toBe('done');
    const leaving = await open({ '/': html('Home', '/leave'), '/leave': send(302, { location: `${third.origin}/` }) });
    expect(await find(leaving)).toMatchObject({ read: ['/'], failed: {}, summary: { read: 1, failed: 0 } });
  });

  test('respects the maximum depth and number of pages and reports why it stopped', async () => {
    const site = await open({ '/': html('0', '/1'), '/1': html('1', '/2'), '/2': html('2', '/3'), '/3': html('3') });
    const byDepth = await find(site, { maxDepth: 2 });
    expect(byDepth.found.map(({ url, depth }) => [url.replace(site.origin, ''), depth])).toEqual([
      ['/', 0],
      ['/1', 1],
      ['/2', 2],
    ]);
    expect(byDepth.summary.stopped).toBe('done');
    const byNumber = await find(site, { maxPages: 2 });
    expect(byNumber.summary).toMatchObject({ read: 2, remaining: 1, stopped: 'max_pages' });
    expect((await find(site, { maxPages: 4 })).summary).toMatchObject({ read: 4, stopped: 'done' });
  });

  test('follows a page that sends its readers on, and reads frames of the site', async () => {
    const site = await open({
      '/meta': '<meta http-equiv="refresh" content="0; url=/fim"><title>.</title>',
      '/script': '<script>window.location.href = "/fim";</script>',
      '/fim': `<title>Fim</title><main><p>${words('final')}</p><iframe src="/quadro"></iframe><iframe src="http://127.0.0.2/x"></iframe></main>`,
      '/quadro': '<p>Entregas para Curitiba chegam em cinco dias úteis.</p>',
    });
    for (const path of ['/meta', '/script']) {
      const { document } = await readPage(outbound, site.origin + path);
      expect(document.blocks.map(({ text }) => text)).toEqual([words('final'), expect.stringContaining('Curitiba')]);
    }
    expect(canary.requests).toEqual([]);
  });

  test('leaves out the page that a site sends for any address', async () => {
    const gone = (path: string) =>
      `<title>Loja</title><main><h1>Opa</h1><p>Nada em ${path}. Que tal as ofertas?</p></main>`;
    const site = await open({
      '/': html('Home', '/a', '/velha-1', '/velha-2'),
      '/a': html('A'),
      '*': (request, response) => void response.setHeader('content-type', 'text/html').end(gone(request.url!)),
      '/robots.txt': send(404, {}),
      '/sitemap.xml': send(404, {}),
      '/sitemap_index.xml': send(404, {}),
    });
    const { read, failed } = await find(site);
    expect(read.sort()).toEqual(['/', '/a']);
    expect(failed).toEqual({ '/velha-1': 'not_found', '/velha-2': 'not_found' });
  });

  test('never exceeds the maximum number of pages with concurrent requests', async () => {
    const site = await open({
      '/': html('Home', ...Array.from({ length: 40 }, (_, at) => `/p/${at}`)),
      '*': (request, response) => void response.setHeader('content-type', 'text/html').end(html(itemOf(request.url!))),
    });
    const { read, summary } = await find(site, { maxPages: 10, concurrency: 8 });
    expect(read).toHaveLength(10);
    expect(summary.stopped).toBe('max_pages');
    expect(site.requests.filter((path) => path.startsWith('/p/'))).toHaveLength(9);
  });

  test('stops at an endless calendar and still finds the other pages', async () => {
    const site = await open({
      '/': html('Home', '/agenda?mes=1', '/a'),
      '/a': html('A', '/b'),
      '/b': html('B', '/c'),
      '/c': html('C'),
      '/agenda': (request, response) => {
        const month = Number(new URL(request.url!, 'http://x').searchParams.get('mes'));
        const next = Array.from({ length: 60 }, (_, at) => `/agenda?mes=${month * 60 + at}`);
        response.setHeader('content-type', 'text/html').end(html(`Agenda ${month}`, ...next));
      },
    });
    const { read, summary } = await find(site, { maxPages: 80, maxDepth: 20 });
    expect(read).toHaveLength(80);
    expect(read).toEqual(expect.arrayContaining(['/', '/a', '/b', '/c']));
    expect(summary.stopped).toBe('max_pages');
  });

  test('stops when a path keeps growing', async () => {
    const site = await open({
      '*': (request, response) =>
        void (request.url!.endsWith('/')
          ? response.setHeader('content-type', 'text/html').end(html(request.url!, 'sub/a/'))
          : response.writeHead(404).end()),
    });
    const { read } = await find(site, { maxDepth: 50 });
    expect(read.length).toBeLessThan(6);
  });

  test('reports failures with their reasons and continues', async () => {
    const site = await open({
      '/': html('Home', '/gone', '/closed', '/broken', '/app', '/empty', '/doc', '/private', '/loop', '/huge', '/fine'),
      '/robots.txt': send(200, {}, 'User-agent: *\nAllow: /private/open\nDisallow: /private'),
      '/closed': send(403, {}),
      '/broken': send(500, {}),
      '/app': '<title>App</title><script src="/app.js"></script><div id="root"></div><a href="/from-app">x</a>',
      '/empty': '<img src="x.png">',
      '/doc': send(200, { 'content-type': 'application/pdf' }, '%PDF'),
      '/private': html('Privado'),
      '/loop': send(302, { location: '/loop' }),
      '/huge': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.alloc(7 * 1024 * 1024, 'a ')),
      '/fine': html('Fine'),
      '/from-app': html('From app'),
    });
    const { failed, read, summary } = await find(site);
    expect(failed).toEqual({
      '/gone': 'not_found',
      '/closed': 'forbidden',
      '/broken': 'server_error',
      '/app': 'needs_javascript',
      '/empty': 'empty',
      '/doc': 'not_html',
      '/private': 'robots',
      '/loop': 'unreachable',
      '/huge': 'too_large',
    });
    expect(read.sort()).toEqual(['/', '/fine', '/from-app']);
    expect(summary).toMatchObject({ read: 3, failed: 9, stopped: 'done' });
    expect(site.requests).not.toContain('/private');
  });

  test('reports a failing start page like any other', async () => {
    const site = await open({ '/robots.txt': send(200, {}, 'User-agent: ProsaBot\nDisallow: /') });
    expect((await find(site)).failed).toEqual({ '/': 'robots' });
    expect(site.requests).not.toContain('/');
    const found: SitePage[] = [];
    for (const url of ['http://127.0.0.2/', canary.origin, 'ftp://x.example/', 'nada', 'http://localhost/'])
      await findPages(outbound, url, { maxPages: 5, maxDepth: 1, onPage: (page) => void found.push(page) });
    expect(found.map(({ reason }) => reason)).toEqual([
      'address_refused',
      'address_refused',
      'unreachable',
      'unreachable',
      'address_refused',
    ]);
    expect(canary.connections()).toBe(0);
  });

  test('never reaches a private address by name or redirect', async () => {
    const site = await open({ '/moved': send(302, { location: 'http://turned.example/' }) });
    const resolve = async () => [{ address: '127.0.0.2', family: 4 }];
    const named = createOutbound({ allow: [site.host, canary.host], userAgent: USER_AGENT, resolve });
    const found: SitePage[] = [];
    for (const url of ['http://evil.example/', `${site.origin}/moved`]) {
      await findPages(named, url, { maxPages: 5, maxDepth: 1, onPage: (page) => void found.push(page) });
      await expect(readPage(named, url)).rejects.toMatchObject({ reason: 'address_refused' });
    }
    expect(found.map(({ reason }) => reason)).toEqual(['address_refused', 'address_refused']);
    await named.close();
    expect(canary.connections()).toBe(0);
  });

  test('never reaches a private address from a page, sitemap or redirect', async () => {
    const site = await open({
      '/': (_request, response) =>
        void response.setHeader('content-type', 'text/html').end(html('Home', '/jump', `${canary.origin}/link`)),
      '/jump': (_request, response) => void response.writeHead(302, { location: `${canary.origin}/redirect` }).end(),
      '/robots.txt': (_request, response) =>
        void response.end(`User-agent: *\nAllow: /\nSitemap: ${canary.origin}/sitemap.xml\nSitemap: /own.xml`),
      '/own.xml': (_request, response) =>
        void response.end(`<sitemapindex><sitemap><loc>${canary.origin}/b.xml</loc></sitemap></sitemapindex>`),
    });
    expect((await find(site)).failed).toEqual({ '/jump': 'address_refused' });
    expect(site.requests).toContain('/own.xml');
    expect(canary.connections()).toBe(0);
  });
});

describe('politeness', () => {
  test('sends its user agent, two concurrent requests at most, and a pause between requests', async () => {
    const agents = new Set<string | undefined>();
    const starts: number[] = [];
    const slow: Page = (request, response) => {
      agents.add(request.headers['user-agent']);
      starts.push(performance.now());
      setTimeout(() => response.setHeader('content-type', 'text/html').end(html(itemOf(request.url!))), 60);
    };
    const site = await open({ '/': html('Home', '/1', '/2', '/3', '/4', '/5', '/6'), '*': slow });
    await find(site, { pauseMs: 20 });
    expect([...agents]).toEqual([USER_AGENT]);
    expect(site.busiest()).toBe(2);
    const gaps = starts.slice(1).map((start, at) => start - starts[at]!);
    // One request may arrive late and just before the next. Without a pause, every second one starts together with another.
    expect(gaps.filter((gap) => gap < 5).length).toBeLessThan(2);
  });

  test('respects the crawl delay of robots.txt', async () => {
    const site = await open({
      '/': html('Home', '/1', '/2'),
      '/1': html('1'),
      '/2': html('2'),
      '/robots.txt': send(200, {}, 'User-agent: *\nCrawl-delay: 0.3'),
    });
    const start = performance.now();
    expect((await find(site)).read).toHaveLength(3);
    expect(performance.now() - start).toBeGreaterThan(550);
  });

  test('waits for Retry-After unless it is too long', async () => {
    const attempts: Record<string, number[]> = {};
    const busy =
      (status: number, retryAfter: string, failures: number): Page =>
      (request, response) => {
        const seen = (attempts[request.url!] ??= []);
        seen.push(performance.now());
        if (seen.length <= failures) return void response.writeHead(status, { 'retry-after': retryAfter }).end();
        response.setHeader('content-type', 'text/html').end(html(itemOf(request.url!)));
      };
    const site = await open({
      '/': html('Home', '/soon', '/never'),
      '/soon': busy(429, '1', 1),
      '/never': busy(503, '3600', 9),
    });
    const soon = await readPage(outbound, `${site.origin}/soon`);
    expect(soon.words).toBeGreaterThan(5);
    expect(attempts['/soon']![1]! - attempts['/soon']![0]!).toBeGreaterThan(950);
    const start = performance.now();
    expect(await reasonOf(readPage(outbound, `${site.origin}/never`))).toBe('server_error');
    expect(performance.now() - start).toBeLessThan(60_000);
    expect(attempts['/never']).toHaveLength(1);
  });

  test('pauses the whole site while one page sends Retry-After', async () => {
    let until = 0;
    const early: string[] = [];
    const page: Page = (request, response) => {
      if (performance.now() < until) early.push(request.url!);
      response.setHeader('content-type', 'text/html').end(html(itemOf(request.url!)));
    };
    const site = await open({
      '/': html('Home', '/busy', '/1', '/2', '/3'),
      '/busy': (_request, response) => {
        if (until) return void response.setHeader('content-type', 'text/html').end(html('Busy'));
        until = performance.now() + 900;
        response.writeHead(503, { 'retry-after': '1' }).end();
      },
      '*': page,
      '/robots.txt': send(404, {}),
      '/sitemap.xml': send(404, {}),
      '/sitemap_index.xml': send(404, {}),
    });
    const { read } = await find(site, { concurrency: 1 });
    expect(read).toHaveLength(5);
    expect(early).toEqual([]);
  });

  test('reads everything without a robots.txt, and nothing when robots.txt fails with a server error', async () => {
    const site = await open({ '/': html('Home'), '/robots.txt': send(503, {}) });
    expect((await find(site)).failed).toEqual({ '/': 'server_error' });
    expect(site.requests).not.toContain('/');
    const free = await open({ '/': html('Home'), '/robots.txt': send(403, {}) });
    expect((await find(free)).read).toEqual(['/']);
  });

  test('stops at a site that keeps failing', async () => {
    const site = await open({
      '/': html('Home', ...Array.from({ length: 40 }, (_, at) => `/p${at}`)),
      '*': send(500, {}),
      '/robots.txt': send(404, {}),
    });
    const { summary } = await find(site);
    expect(summary).toMatchObject({ read: 1, stopped: 'site_failing' });
    expect(site.requests.length).toBeLessThan(30);
  });
});

describe('time limits', () => {
  const drip: Page = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write(html('Devagar'));
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };

  test('gives up on a slow page, and on the whole site after the total time', async () => {
    const site = await open({ '/': html('Home', '/a'), '/a': drip });
    expect(await reasonOf(readPage(outbound, `${site.origin}/a`, { timeoutMs: 200 }))).toBe('timeout');
    const { summary, read } = await find(site, { timeoutMs: 3_000 });
    expect(read).toEqual(['/']);
    expect(summary.stopped).toBe('time');
  });

  test('stops on abort, and passes on errors of onPage', async () => {
    const abort = new AbortController();
    const site = await open({
      '/': html('Home', '/a'),
      '/a': (request, response, here) => {
        abort.abort(new Error('chega'));
        if (typeof drip === 'function') drip(request, response, here);
      },
    });
    expect((await find(site, { signal: abort.signal })).summary).toMatchObject({ read: 1, stopped: 'aborted' });
    await expect(readPage(outbound, `${site.origin}/a`, { signal: abort.signal })).rejects.toThrow('chega');
    await expect(find(site, { onPage: () => Promise.reject(new Error('banco fora')) })).rejects.toThrow('banco fora');
  });
});

describe('reading one page', () => {
  test('decodes legacy charsets, follows redirects and detects unchanged pages', async () => {
    const legacy = iconv.encode(
      '<html lang="pt"><title>Promoção</title><p>Maçã, pão e açaí – R$ 10</p>',
      'windows-1252',
    );
    const site = await open({
      '/legacy': send(200, { 'content-type': 'text/html' }, legacy),
      '/moved': send(301, { location: '/again' }),
      '/again': send(308, { location: '/end' }),
      '/end': (request, response) => {
        if (request.headers['if-none-match'] === '"v1"') return void response.writeHead(304).end();
        response.writeHead(200, { 'content-type': 'text/html', etag: '"v1"' }).end(html('Fim'));
      },
      '/no-type': (_request, response) => void response.end(html('Sem tipo')),
    });
    expect(await readPage(outbound, `${site.origin}/legacy`)).toMatchObject({
      title: 'Promoção',
      document: { blocks: [{ text: 'Maçã, pão e açaí – R$ 10' }] },
    });
    const page = await readPage(outbound, `${site.origin}/moved`);
    expect(page).toMatchObject({ url: `${site.origin}/end`, title: 'Fim', etag: '"v1"' });
    expect(await readPage(outbound, page.url, { etag: page.etag })).toBeNull();
    expect(await readPage(outbound, page.url, { etag: '"v0"' })).toMatchObject({ textHash: page.textHash });
    expect(await readPage(outbound, `${site.origin}/no-type`)).toMatchObject({ title: 'Sem tipo' });
  });

  test('respects robots.txt before and after a redirect', async () => {
    const site = await open({
      '/robots.txt': send(200, {}, 'User-agent: *\nDisallow: /x'),
      '/x': html('X'),
      '/y': send(302, { location: '/x' }),
    });
    expect(await reasonOf(readPage(outbound, `${site.origin}/x`))).toBe('robots');
    expect(site.requests).toEqual(['/robots.txt']);
    expect(await reasonOf(readPage(outbound, `${site.origin}/y`))).toBe('robots');
  });

  test('reports reasons for decompression bombs, refused addresses and closed connections', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 });
    const site = await open({
      '/bomb': send(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }, bomb),
      '/cut': (request) => void request.socket.destroy(),
      '/410': send(410, {}),
      '/401': send(401, {}),
    });
    const reason = (url: string) => reasonOf(readPage(outbound, url));
    expect(await reason(`${site.origin}/bomb`)).toBe('too_large');
    expect(await reason(`${site.origin}/cut`)).toBe('unreachable');
    expect(await reason(`${site.origin}/410`)).toBe('not_found');
    expect(await reason(`${site.origin}/401`)).toBe('forbidden');
    expect(await reason(`${canary.origin}/`)).toBe('address_refused');
    expect(await reason('nada')).toBe('unreachable');
    expect(canary.connections()).toBe(0);
  });
});

describe('titles', () => {
  test.each([
    [
      ['Contato | Pedal do Vale', 'Peças e serviços | Pedal do Vale', 'Pedal do Vale'],
      ['Contato', 'Peças e serviços', 'Pedal do Vale'],
    ],
    [
      ['Loja – Preços', 'Loja – Frete – Capital'],
      ['Preços', 'Frete – Capital'],
    ],
    [
      ['Sobre nós | Ana', 'Contato | Bia', 'Frete - 2026'],
      ['Sobre nós | Ana', 'Contato | Bia', 'Frete - 2026'],
    ],
    [['Contato | Pedal do Vale'], ['Contato | Pedal do Vale']],
  ])('lose what most pages of a site share: %j', (titles, own) => {
    expect(withoutSharedParts(titles, 'loja.test')).toEqual(own);
  });

  test('lose the name in the address, even of a single page', () => {
    const titles = ['Contato | Pedal do Vale'];
    expect(withoutSharedParts(titles, 'www.pedaldovale.com.br')).toEqual(['Contato']);
  });

  test('are still known without what they share', () => {
    expect(isPartOfTitle('Contato', 'Contato | Pedal do Vale')).toBe(true);
    expect(isPartOfTitle('Preços', 'Loja – Preços')).toBe(true);
    for (const short of ['', 'Conta', 'Pedal', 'Contato | Pedal do Vale', 'https://pedal.test/'])
      expect(isPartOfTitle(short, 'Contato | Pedal do Vale'), short).toBe(false);
  });
});

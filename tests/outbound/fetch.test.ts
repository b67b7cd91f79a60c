import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound, type Outbound, type OutboundRequest } from '../../src/server/outbound/outbound.ts';
import { type LocalSite, send, serve } from './serve.ts';

const MB = 1024 * 1024;
const text = 'Olá, mundo! '.repeat(500);
const bomb = gzipSync(Buffer.alloc(200 * MB), { level: 9 });
let site: LocalSite;
let other: LocalSite;
let outbound: Outbound;
let received: Record<string, unknown>[] = [];

const echo = (status = 200) =>
  ((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ method: request.method, ...request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status).end('ok');
    });
  }) satisfies Parameters<typeof serve>[0][string];

beforeAll(async () => {
  other = await serve({ '/echo': echo() });
  site = await serve({
    '/plain': send(200, {}, text),
    '/gzip': send(200, { 'content-encoding': 'gzip' }, gzipSync(text)),
    '/cut-trailer': send(200, { 'content-encoding': 'gzip' }, gzipSync(text).subarray(0, -8)),
    '/br': send(200, { 'content-encoding': 'br' }, brotliCompressSync(text)),
    '/deflate': send(200, { 'content-encoding': 'deflate' }, deflateSync(text)),
    '/deflate-raw': send(200, { 'content-encoding': 'deflate' }, deflateRawSync(text)),
    '/twice': send(200, { 'content-encoding': 'deflate, gzip' }, gzipSync(deflateSync(text))),
    '/thrice': send(200, { 'content-encoding': 'gzip, gzip, gzip' }, gzipSync(gzipSync(gzipSync(text)))),
    '/zip-of-nothing': send(200, { 'content-encoding': 'gzip' }, 'not gzip at all'),
    '/unknown': send(200, { 'content-encoding': 'sdch' }, text),
    '/bomb': send(200, { 'content-encoding': 'gzip' }, bomb),
    '/announced': (_request, response) => response.writeHead(200, { 'content-length': 50 * MB }).flushHeaders(),
    '/endless': (_request, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more).writeHead(200);
      more();
    },
    '/silent': () => {},
    '/drip': (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    },
    '/hang-up': (request) => void request.socket.destroy(),
    '/cut': (request, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('half');
      setTimeout(() => request.socket.destroy(), 20);
    },
    '/hop': (request, response) => {
      const left = Number(request.url!.split('?')[1]);
      response.writeHead(302, { location: left > 0 ? `/hop?${left - 1}` : '/plain' }).end('moved');
    },
    '/loop': send(301, { location: '/loop' }),
    '/nowhere': send(302, {}),
    '/bad-location': send(302, { location: 'http://[' }),
    '/away': (_request, response) => response.writeHead(307, { location: `${other.origin}/echo` }).end(),
    '/see-other': send(303, { location: '/echo' }),
    '/found': send(302, { location: '/echo' }),
    '/keep': send(308, { location: '/echo' }),
    '/echo': echo(),
    '/fails': send(500, {}, 'broken'),
    '/unchanged': send(304, {}),
  });
  outbound = createOutbound({ allow: [site.host, other.host], userAgent: 'ProsaBot/1.0 (+http://prosa.test)' });
});
afterAll(async () => {
  await outbound.close();
  await site.close();
  await other.close();
});

const get = (path: string, request: Partial<OutboundRequest> = {}) =>
  outbound.fetch(site.origin + path, { maxBytes: 2 * MB, timeoutMs: 3_000, ...request });
const failure = (path: string, request: Partial<OutboundRequest> = {}) =>
  get(path, request).then(
    () => 'answered',
    (error: { code: string }) => error.code,
  );

describe('bodies', () => {
  test.each(['/plain', '/gzip', '/cut-trailer', '/br', '/deflate', '/deflate-raw', '/twice'])(
    'reads the whole body of %s',
    async (path) => {
      expect((await get(path)).body.toString()).toBe(text);
    },
  );

  test.each(['/thrice', '/zip-of-nothing', '/unknown'])('cannot read %s', async (path) => {
    expect(await failure(path)).toBe('unreachable');
  });

  test('stops reading a 200 MB decompression bomb at the limit', async () => {
    expect(bomb.length).toBeLessThan(MB);
    const before = process.memoryUsage.rss();
    expect(await failure('/bomb')).toBe('too_large');
    expect(process.memoryUsage.rss() - before).toBeLessThan(60 * MB);
  });

  test('limits the announced, the transferred and the decompressed size', async () => {
    expect(await failure('/announced')).toBe('too_large');
    expect(await failure('/endless')).toBe('too_large');
    const exact = Buffer.byteLength(text);
    for (const path of ['/plain', '/gzip', '/br', '/deflate']) {
      expect(await failure(path, { maxBytes: exact }), path).toBe('answered');
      expect(await failure(path, { maxBytes: exact - 1 }), path).toBe('too_large');
    }
  });

  test('does not read an unwanted body', async () => {
    const answer = await get('/endless', { wantsBody: ({ status }) => status !== 200 });
    expect(answer).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  test('resolves with any status', async () => {
    expect(await get('/fails')).toMatchObject({ status: 500, body: Buffer.from('broken') });
    expect(await get('/unchanged')).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    expect(await get('/plain', { method: 'HEAD' })).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });
});

describe('timeouts', () => {
  test('apply to silent and to slow servers', async () => {
    for (const path of ['/silent', '/drip']) {
      const start = performance.now();
      expect(await failure(path, { timeoutMs: 200 }), path).toBe('timeout');
      expect(performance.now() - start, path).toBeLessThan(5_000);
    }
  });

  test('include all redirects', async () => {
    const slow = await serve({
      '*': (_request, response) => void setTimeout(() => response.writeHead(302, { location: '/x' }).end(), 90),
    });
    const patient = createOutbound({ allow: [slow.host], userAgent: 'x' });
    await expect(patient.fetch(slow.origin, { maxBytes: 10, timeoutMs: 250 })).rejects.toMatchObject({
      code: 'timeout',
    });
    await patient.close();
    await slow.close();
  });

  test('an abort by the caller keeps its reason', async () => {
    const reason = new Error('enough');
    const abort = new AbortController();
    setTimeout(() => abort.abort(reason), 50);
    await expect(get('/drip', { signal: abort.signal })).rejects.toBe(reason);
    await expect(get('/plain', { signal: abort.signal })).rejects.toBe(reason);
  });

  test.each(['/hang-up', '/cut'])('%s is unreachable', async (path) => expect(await failure(path)).toBe('unreachable'));

  test('a closed port is unreachable', async () => {
    const closedSite = await serve({});
    await closedSite.close();
    const knocking = createOutbound({ allow: [closedSite.host], userAgent: 'x' });
    await expect(knocking.fetch(closedSite.origin, { maxBytes: 1, timeoutMs: 2_000 })).rejects.toMatchObject({
      code: 'unreachable',
    });
    await knocking.close();
  });
});

describe('redirects', () => {
  test('follows five but not six', async () => {
    expect(await get('/hop?4')).toMatchObject({ status: 200, redirects: 5, url: `${site.origin}/plain` });
    expect(await failure('/hop?5')).toBe('bad_redirect');
    expect(await failure('/hop?0', { maxRedirects: 0 })).toBe('bad_redirect');
  });

  test.each(['/loop', '/nowhere', '/bad-location'])('rejects %s', async (path) =>
    expect(await failure(path)).toBe('bad_redirect'),
  );

  const secret = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', 'X-Goog-Api-Key': 'k', 'X-Kept': 'yes' };
  test('sends no credentials or cookies to another origin', async () => {
    received = [];
    await get('/away', { method: 'POST', body: 'b', headers: secret });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: 'POST',
      body: 'b',
      'x-kept': 'yes',
      'user-agent': 'ProsaBot/1.0 (+http://prosa.test)',
    });
    expect(received[0]).not.toHaveProperty('authorization');
    expect(received[0]).not.toHaveProperty('x-api-key');
    expect(received[0]).not.toHaveProperty('x-goog-api-key');
    expect(received[0]).not.toHaveProperty('cookie');
  });

  test('turns a POST into a GET for 303 and 302, and repeats it for 308', async () => {
    received = [];
    for (const path of ['/see-other', '/found', '/keep'])
      await get(path, { method: 'POST', body: 'b', headers: { 'content-type': 'text/plain', ...secret } });
    expect(received.map(({ method, body }) => [method, body])).toEqual([
      ['GET', ''],
      ['GET', ''],
      ['POST', 'b'],
    ]);
    expect(received[0]).not.toHaveProperty('content-type');
    expect(received[0]).toHaveProperty('cookie');
  });
});

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inlineScripts, serveConsole } from '../../src/server/http/console-files.ts';

const INLINE = 'document.title = "Prosa";';
const PAGE = `<script data-pieces="a b">${INLINE}</script><script type="module" src="/assets/a-1.js"></script>`;
const SCRIPT = 'export const words = "ação";'.repeat(40);

let dist: string;
let app: FastifyInstance;
beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'prosa-dist-'));
  const assets = join(dist, 'console', 'assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(dist, 'console', 'index.html'), PAGE);
  writeFileSync(join(assets, 'a-1.js'), SCRIPT);
  writeFileSync(join(assets, 'a-1.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(assets, 'a-1.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(assets, 'b-2.css'), 'a{}');
  app = Fastify();
  await app.register(helmet);
  await app.register(compress);
  await serveConsole(app, dist);
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
const plain = (body: Buffer) => body;

it.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
  [undefined, '', plain],
  [undefined, 'zstd', plain],
])('sends a built file as %s for accept-encoding "%s", with an immutable cache', async (coding, accepted, decode) => {
  const answer = await get('/assets/a-1.js', { 'accept-encoding': accepted });
  expect(answer.headers['content-encoding']).toBe(coding);
  expect(String(decode(answer.rawPayload))).toBe(SCRIPT);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  });
  expect(answer.headers).not.toHaveProperty('content-security-policy');
});

it('sends a file without compressed variants uncompressed', async () => {
  const answer = await get('/assets/b-2.css', { 'accept-encoding': 'br' });
  expect([answer.body, answer.headers['content-encoding']]).toEqual(['a{}', undefined]);
});

it.each(['/', '/contexts', '/qualquer/lugar?x=1'])(
  'serves the console page for %s with a content security policy and without caching',
  async (url) => {
    const answer = await get(url, { accept: 'text/html' });
    expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers).toHaveProperty('content-security-policy');
  },
);

it('lets search engines list only the pages that are for everybody', async () => {
  const robotsAt = async (url: string) => (await get(url, { accept: 'text/html' })).headers['x-robots-tag'];
  const paths = ['/', '/login?next=%2Fplan', '/register', '/terms', '/privacy', '/preview/a', '/invitation/b', '/plan'];
  const [open, closed] = [paths.slice(0, 5), paths.slice(5)];
  expect(await Promise.all(open.map(robotsAt))).toEqual(open.map(() => undefined));
  expect(await Promise.all(closed.map(robotsAt))).toEqual(closed.map(() => 'noindex'));
});

it.each(['/assets/c-3.js', '/assets/a-1.js.gz', '/assets/..%2Findex.html', '/assets/'])(
  'returns 404 for %s',
  async (url) => {
    const answer = await get(url, { accept: 'text/html' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found' });
  },
);

it('allows exactly the inline scripts of the page in the content security policy', () => {
  const hash = createHash('sha256').update(INLINE).digest('base64');
  expect(inlineScripts(dist)).toEqual([`'sha256-${hash}'`]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

const PROGRAMS = {
  loader: 'start(__PROSA_CONFIG__)',
  panel: 'export const mount = 1',
  'message-form': 'export const form = 1',
};

let dist: string;
let server: TestServer;
let contextId: string;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'prosa-dist-'));
  mkdirSync(join(dist, 'widget'));
  mkdirSync(join(dist, 'console', 'assets'), { recursive: true });
  writeFileSync(join(dist, 'console', 'index.html'), '<p>Prosa</p>');
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(dist, 'widget', `${name}.js`), text);
  server = await startServer({ app: { dist } });
  ({ contextId } = await server.signUp());
});
afterAll(async () => {
  await server?.close();
  rmSync(dist, { recursive: true });
});

const get = (path: string) => server.call({ method: 'GET', url: `/w/${path}` });
/** What lets module scripts and isolated pages (COEP) load a file. */
const ANYWHERE = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

it('serves the loader to any page, with our own address', async () => {
  const loader = await get(`${contextId}.js`);
  expect(loader.headers).toMatchObject({ ...ANYWHERE, 'cache-control': 'public, max-age=60' });
  const config = JSON.parse(/start\((.*)\)/.exec(loader.text)![1]!) as Record<string, string>;
  expect(config).toMatchObject({ contextId, origin: 'http://prosa.test' });
  const same = { 'if-none-match': String(loader.headers.etag) };
  const unchanged = await server.call({ method: 'GET', url: `/w/${contextId}.js`, headers: same });
  expect(unchanged).toMatchObject({ status: 304, headers: ANYWHERE });
  for (const [name, path] of [
    ['panel', config.panel],
    ['message-form', config.form],
  ] as const) {
    const file = await server.call({ method: 'GET', url: path! });
    expect(file).toMatchObject({ status: 200, text: PROGRAMS[name] });
    expect(file.headers).toMatchObject({ ...ANYWHERE, 'cache-control': 'public, max-age=31536000, immutable' });
  }
});

it.each(['panel', 'message-form'] as const)('serves the %s module for the hash of another version', async (name) => {
  const file = await get(`${name}-AAAAAAAAAAAAAAAA.js`);
  expect(file).toMatchObject({ status: 200, text: PROGRAMS[name] });
  // A node of the other version may serve the same address.
  expect(file.headers).toMatchObject({ ...ANYWHERE, 'cache-control': 'public, max-age=60' });
  expect(String(file.headers['content-type'])).toContain('javascript');
});

it.each(['panel.js', 'panel-AAAA.js', 'loader-AAAAAAAAAAAAAAAA.js', 'x.js', '%2e%2e.js'])('has no %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});

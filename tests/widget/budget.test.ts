import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWidget } from './test-site.ts';

let folder: string;
let built: { loader: string; panel: string; form: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosa-widget-'));
  built = await buildWidget(folder);
});
afterAll(() => rm(folder, { recursive: true }));

it('keeps the loader under 5.2 kB, the panel under 22 KB and its form and talk under 7.5 kB (gzip)', () => {
  expect(gzipSync(built.loader).length).toBeLessThan(5_200);
  expect(gzipSync(built.panel).length).toBeLessThan(22 * 1024);
  expect(gzipSync(built.form).length).toBeLessThan(7_500);
});

it('has one configuration placeholder in the loader and adds no globals', () => {
  expect(built.loader.match(/__PROSA_CONFIG__/g)).toHaveLength(1);
  expect(built.loader).toMatch(/^\(function\(\)\{/);
});

it('builds the panel and its form as one module each, with one export', () => {
  expect(built.form).not.toMatch(/\bimport\b/);
  expect(built.form).toMatch(
    /export\s*\{\s*\w+ as drawMessageForm,\s*\w+ as drawTalk,\s*\w+ as watchForPerson\s*\};?\s*$/,
  );
  expect(built.panel).not.toMatch(/\bimport\b/);
  expect(built.panel).toMatch(/export\s*\{\s*\w+ as mount\s*\};?\s*$/);
});

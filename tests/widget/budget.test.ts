import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWidget } from './stage.ts';

let folder: string;
let built: { loader: string; panel: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosa-widget-'));
  built = await buildWidget(folder);
});
afterAll(() => rm(folder, { recursive: true }));

it('keeps the loader under 5 kB and the panel under 20 kB (gzip)', () => {
  expect(gzipSync(built.loader).length).toBeLessThan(5_000);
  expect(gzipSync(built.panel).length).toBeLessThan(20_000);
});

it('has one configuration placeholder in the loader and adds no globals', () => {
  expect(built.loader.match(/__PROSA_CONFIG__/g)).toHaveLength(1);
  expect(built.loader).toMatch(/^\(function\(\)\{/);
});

it('builds the panel as one module with one export', () => {
  expect(built.panel).not.toMatch(/\bimport\b/);
  expect(built.panel).toMatch(/export\s*\{\s*\w+ as mount\s*\};?\s*$/);
});

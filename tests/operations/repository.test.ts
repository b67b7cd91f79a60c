import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drawTables } from '../../src/server/db/draw-tables.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>;
  engines: { node: string };
};

it('uses the same Node version in package.json, .nvmrc and the Dockerfile', () => {
  expect(read('.nvmrc').trim()).toBe(manifest.dependencies.node);
  expect(manifest.engines.node).toBe('>=20');
  const images = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(images).toEqual([manifest.dependencies.node, manifest.dependencies.node]);
});

it('draws the tables as they are declared', () => {
  expect(read('docs/tables.md')).toBe(drawTables());
});

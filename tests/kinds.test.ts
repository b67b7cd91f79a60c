import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The folders that have a file per kind of field. */
const FOLDERS = ['resources/kit/kinds', 'src/server/db/kinds', 'src/console/resource/kinds'];

const kindsIn = (folder: string) =>
  readdirSync(new URL(`../${folder}`, import.meta.url)).map((file) => basename(file, extname(file)));
const kinds = [...new Set(FOLDERS.flatMap(kindsIn))].sort();

describe.each(FOLDERS)('%s', (folder) => {
  it.each(kinds)('has a file for the kind %s', (kind) => {
    expect(kindsIn(folder)).toContain(kind);
  });
});

it('describes every option of a declaration in resources/README.md', () => {
  const [, declaration = ''] =
    /interface Declaration<([\s\S]*?)\n}\n/.exec(readFileSync('resources/kit/resource.ts', 'utf8')) ?? [];
  const options = [...declaration.matchAll(/readonly (\w+)\??:/g)].map(([, name = '']) => name);
  expect(options).toEqual(expect.arrayContaining(['name', 'wideColumns', 'links']));
  const text = readFileSync('resources/README.md', 'utf8');
  expect(options.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

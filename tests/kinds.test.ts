import { readdirSync } from 'node:fs';
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

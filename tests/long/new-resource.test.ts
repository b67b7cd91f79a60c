import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Copy, copyWithResource } from '../support/new-resource.ts';

let copy: Copy;
beforeAll(() => {
  // Not the name in README.md's example, which other tests may know.
  copy = copyWithResource('business-words');
  copy.run('src/server/db/generate.ts', 'words');
});
afterAll(() => rmSync(copy.folder, { recursive: true, force: true }));

it('passes all resource tests with a resource added as described in README.md', () => {
  copy.run('node_modules/typescript-native/bin/tsc', '--noEmit');
  const { failed, output } = copy.test(
    ...['tests/architecture.test.ts', 'tests/locales.test.ts', 'tests/access-control'],
    ...['lists', 'tenancy', 'row-level-security', 'account', 'contract', 'access-matrix'].map(
      (of) => `tests/api/${of}.test.ts`,
    ),
    ...['tests/console/foundation', 'tests/console/help', 'tests/console/screens/admin-policy.test.tsx'],
  );
  expect(failed).toEqual([]);
  expect(output).toMatch(/Tests +\d+ passed/);
});

it('is reported when a label is missing', () => {
  const file = join(copy.folder, 'locales/pt-BR/business-words.json');
  const original = readFileSync(file, 'utf8');
  writeFileSync(file, original.replace('"meaning": "Significado",', ''));
  const { failed, output } = copy.test('tests/locales.test.ts');
  writeFileSync(file, original);
  expect(failed).toHaveLength(1);
  expect(output).toContain('business-words.fields.meaning');
});

it('ends the start with one sentence, before any build, when it cannot work', () => {
  const file = join(copy.folder, 'resources/business-words.ts');
  const original = readFileSync(file, 'utf8');
  writeFileSync(file, original.replace("filters: ['kind',", "filters: ['meaning',"));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/server/main.ts'], {
    cwd: copy.folder,
    encoding: 'utf8',
  });
  writeFileSync(file, original);
  const fault = 'list.filters: meaning is a longText, which list.search finds';
  expect(stderr).toBe(`The resource business-words cannot work: ${fault}.\n`);
  expect([status, stdout]).toEqual([78, '']);
  expect(existsSync(join(copy.folder, 'dist'))).toBe(false);
});

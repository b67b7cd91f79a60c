import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Copy, copyWithResource } from '../support/new-resource.ts';

let house: Copy;
beforeAll(() => {
  // Not the name in README.md's example, which other tests may know.
  house = copyWithResource('business-words');
  house.run('src/server/db/generate.ts', 'words');
});
afterAll(() => rmSync(house.folder, { recursive: true, force: true }));

it('passes all resource tests with a resource added as described in README.md', () => {
  house.run('node_modules/typescript-native/bin/tsc', '--noEmit');
  const { failed, output } = house.test(
    ...['tests/architecture.test.ts', 'tests/locales.test.ts', 'tests/access-control'],
    ...['lists', 'tenancy', 'row-level-security', 'account', 'contract', 'access-matrix'].map(
      (of) => `tests/api/${of}.test.ts`,
    ),
    ...['tests/console/foundation', 'tests/console/help', 'tests/console/screens/admin-policy.test.tsx'],
  );
  expect(failed).toEqual([]);
  expect(output).toMatch(/Tests +\d+ passed/);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readImports, readTree } from '../../support/imports.ts';

const { imports } = readImports(readTree(join(import.meta.dirname, '../../..')));
const staticImports = Map.groupBy(
  imports.filter(({ kind }) => kind === 'static'),
  ({ from }) => from,
);

/** Returns the file with all files and packages that it imports statically, directly or not. */
function neededBy(file: string): ReadonlySet<string> {
  const needed = new Set([file]);
  for (const name of needed) for (const { to } of staticImports.get(name) ?? []) needed.add(to);
  return needed;
}

const START = 'src/console/main.tsx';
const FRAME = 'src/console/layout/workspace-layout.tsx';
const LIST = 'src/console/features/knowledge/content-list/content-list-page.tsx';
const LOGIN = 'src/console/features/identity/login/login-page.tsx';

// Zod costs 26 kB, and nothing is validated before the user types. Importing one constant from a schema's file loads
// it.
test.each([START, FRAME, LIST, LOGIN])('%s does not load zod', (file) => {
  expect(neededBy(file)).not.toContain('zod');
});

test('loads nothing for guests that only signed-in users need', () => {
  const needed = [START, LOGIN].flatMap((file) => [...neededBy(file)]);
  expect(needed).toContain('antd');
  expect(needed).toContain('src/console/screens.tsx');
  expect(needed).not.toContain('src/console/components/menu-icon.tsx');
  expect(needed.filter((name) => /^src\/console\/(resource\/.*\.tsx|features\/(?!identity\/))/.test(name))).toEqual([]);
});

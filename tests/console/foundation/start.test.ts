import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readImports, readTree } from '../../support/imports.ts';

const { imports } = readImports(readTree(join(import.meta.dirname, '../../..')));
const staticImports = Map.groupBy(
  imports.filter(({ kind }) => kind === 'static'),
  ({ from }) => from,
);

/** What a file needs before it runs: files and packages that it imports, and all that those do. */
function neededBy(file: string): ReadonlySet<string> {
  const needed = new Set([file]);
  for (const name of needed) for (const { to } of staticImports.get(name) ?? []) needed.add(to);
  return needed;
}

const START = 'src/console/main.tsx';
const FRAME = 'src/console/layout/workspace-layout.tsx';
const LIST = 'src/console/features/knowledge/content-list/content-list-page.tsx';
const LOGIN = 'src/console/features/identity/login/login-page.tsx';

// 26 kB for checks that nobody makes before they type. A constant that sits beside a schema is enough to bring it.
test.each([START, FRAME, LIST, LOGIN])('%s needs no zod', (file) => {
  expect(neededBy(file)).not.toContain('zod');
});

test('guests are spared what only the signed-in see', () => {
  const needed = [START, LOGIN].flatMap((file) => [...neededBy(file)]);
  expect(needed).toContain('antd');
  expect(needed).toContain('src/console/screens.tsx');
  expect(needed).not.toContain('src/console/components/menu-icon.tsx');
  expect(needed.filter((name) => /^src\/console\/(resource\/.*\.tsx|features\/(?!identity\/))/.test(name))).toEqual([]);
});

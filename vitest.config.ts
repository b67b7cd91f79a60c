import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { folderInMemory } from './tests/support/folder-in-memory.ts';

/** Long tests (kills, hostile files, both databases in full) run by `npm run test:long`. */
const isLong = process.env.TESTS === 'long';

/** Where CI wants the figures of a run. */
const results = process.env.TEST_RESULTS;

// What the tests put down (databases, profiles of browsers) outlives none of them; the long ones need a true disk.
if (!isLong) process.env.TMPDIR ??= folderInMemory();

const LONG = 'tests/long/**';
/** Files with a browser of the machine's own. */
const WALKS = ['tests/walks/**/*.test.ts', 'tests/widget/{walk,states,budget,other-engine}.test.ts'];
/** They replace a module, or let the time pass, for themselves alone. */
const APART = ['tests/api/second-barrier.test.ts', 'tests/console/foundation/notification.test.tsx'];
const inDom = globSync('tests/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter(
  (path) =>
    !APART.includes(path) &&
    readFileSync(join(import.meta.dirname, path), 'utf8').startsWith('// @vitest-environment happy-dom'),
);
const others = [LONG, ...WALKS, ...APART, ...inDom];

/**
 * Files share their process, and with it what loading the house and its database engine costs; kept apart are those that
 * are to be taken for different programs.
 */
const QUICK: TestProjectInlineConfiguration[] = [
  { extends: true, test: { name: 'apart', include: APART } },
  {
    extends: true,
    test: {
      ...{ name: 'console', include: inDom, isolate: false, unstubGlobals: true },
      setupFiles: ['tests/support/spare-drawing.ts', 'tests/support/fresh-window.ts'],
    },
  },
  {
    extends: true,
    test: {
      ...{ name: 'server', include: ['tests/**/*.test.{ts,tsx}'], exclude: others, isolate: false },
      setupFiles: 'tests/support/keep-engine.ts',
    },
  },
  { extends: true, test: { name: 'walks', include: WALKS, isolate: false } },
];
const SLOW: TestProjectInlineConfiguration[] = [
  { extends: true, test: { name: 'long', include: [`${LONG}/*.test.ts`] } },
];

export default defineConfig({
  plugins: [react()],
  test: {
    root: import.meta.dirname,
    globalSetup: 'tests/support/template.ts',
    testTimeout: isLong ? 600_000 : 60_000,
    hookTimeout: 120_000,
    // On a machine that others use too, a browser may be late once; what fails twice fails.
    retry: process.env.CI ? 1 : 0,
    maxWorkers: isLong ? 1 : 2,
    reporters: results ? ['default', ['json', { outputFile: `${results}/${process.pid}.json` }]] : ['default'],
    server: { deps: { inline: [/@refinedev\/react-router/] } },
    projects: isLong ? SLOW : QUICK,
  },
});

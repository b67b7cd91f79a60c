import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { titleQuery } from './src/console/providers/title-query.ts';
import { folderInMemory } from './tests/support/folder-in-memory.ts';

/** Set by `npm run test:long`: runs the long tests (killed processes, hostile files, both databases in full). */
const isLong = process.env.TESTS === 'long';

/** The API tests of `npm run test:long`. */
const isOnPostgres = process.env.TEST_DATABASE === 'postgres';

/**
 * Tests wait a third of their time, so two processors serve three. The long ones, which kill programs and measure delays, and
 * the API on PostgreSQL run beside each other.
 */
const maxWorkers = isLong ? 2 : isOnPostgres ? 1 : 3;

/** The folder for the JSON results of a run, set by CI. */
const results = process.env.TEST_RESULTS;

// Temporary files (databases, browser profiles) can be in memory. Only the long tests need a real disk.
if (!isLong) process.env.TMPDIR ??= folderInMemory();

const LONG = 'tests/long/**';
/** Test files that run a browser installed on the machine. */
const WALKS = [
  'tests/walks/**/*.test.ts',
  'tests/widget/{walk,states,budget,host-pages,other-engine,message,page-api,suggestions}.test.ts',
];
/** Test files that mock a module or the time, or declare resources, so they must not share a process with others. */
const APART = [
  'tests/api/row-level-security.test.ts',
  'tests/api/derived-resources.test.ts',
  'tests/api/guarded-fields.test.ts',
  'tests/api/resource-doors.test.ts',
  'tests/capture/read-in-thread.test.ts',
  'tests/console/foundation/notification.test.tsx',
];
/** API tests about what is said or read, or about the policy. The statements behind it are tested on PostgreSQL by others. */
const SAME_ON_POSTGRES = [
  'tests/api/{answer-endings,complaints,dialogue,facts,faqs-excel,first-view,mcp-conformance}.test.ts',
  'tests/api/{shown-answers,small-businesses,supported-answers,whatsapp-scenarios}.test.ts',
  'tests/api/{live-policy,messages,permissions,policy-explorer}.test.ts',
];
const inDom = globSync('tests/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter(
  (path) =>
    !APART.includes(path) &&
    readFileSync(join(import.meta.dirname, path), 'utf8').startsWith('// @vitest-environment happy-dom'),
);
const others = [LONG, ...WALKS, ...APART, ...inDom, ...(isOnPostgres ? SAME_ON_POSTGRES : [])];

/**
 * Test files share a process, so that the server and its database engine are loaded only once. Only `apart` isolates
 * its files. Projects start in the order of their names: walks, which wait most, fill the end.
 */
const QUICK: TestProjectInlineConfiguration[] = [
  { extends: true, test: { name: 'apart', include: APART } },
  {
    extends: true,
    test: {
      name: 'console',
      include: inDom,
      isolate: false,
      unstubGlobals: true,
      setupFiles: 'tests/support/empty-window.ts',
    },
  },
  {
    extends: true,
    test: {
      name: 'server',
      include: ['tests/**/*.test.{ts,tsx}'],
      exclude: others,
      isolate: false,
      setupFiles: 'tests/support/compile-engine-once.ts',
    },
  },
  { extends: true, test: { name: 'walks', include: WALKS, isolate: false } },
];
/** Long tests that measure delays, so nothing may run beside them. */
const ALONE = ['tests/long/{hostile-uploads,upload-delays}.test.ts'];
const SLOW: TestProjectInlineConfiguration[] = [
  { extends: true, test: { name: 'long', include: [`${LONG}/*.test.ts`], exclude: ALONE, isolate: false } },
  {
    extends: true,
    test: { name: 'alone', include: ALONE, isolate: false, maxWorkers: 1, sequence: { groupOrder: 1 } },
  },
];

export default defineConfig({
  plugins: [react(), titleQuery()],
  // Node loads antd from lib. Files of es beside it would have form and disabled contexts of their own.
  resolve: { alias: [{ find: /^antd\/es\//, replacement: 'antd/lib/' }] },
  test: {
    root: import.meta.dirname,
    globalSetup: 'tests/support/template.ts',
    testTimeout: isLong ? 600_000 : 60_000,
    hookTimeout: 120_000,
    // What a test waits for may take long on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // On a busy CI machine a browser may be too slow once.
    retry: process.env.CI ? 1 : 0,
    maxWorkers,
    // Tests allocate much that soon is garbage. With more room for it, it is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    reporters: results ? ['default', ['json', { outputFile: `${results}/${process.pid}.json` }]] : ['default'],
    server: { deps: { inline: [/@refinedev\/react-router/] } },
    projects: isLong ? SLOW : QUICK,
  },
});

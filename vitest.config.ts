import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Long tests (kills, hostile files, both databases in full) run by `npm run test:long`. */
const isLong = process.env.TESTS === 'long';

/** Where CI wants the figures of a run. */
const results = process.env.TEST_RESULTS;

export default defineConfig({
  plugins: [react()],
  test: {
    root: import.meta.dirname,
    include: isLong ? ['tests/long/**/*.test.ts'] : ['tests/**/*.test.{ts,tsx}'],
    exclude: isLong ? [] : ['tests/long/**'],
    globalSetup: 'tests/support/template.ts',
    testTimeout: isLong ? 600_000 : 30_000,
    hookTimeout: 120_000,
    // On a machine that others use too, a browser may be late once; what fails twice fails.
    retry: process.env.CI ? 1 : 0,
    maxWorkers: isLong ? 1 : 2,
    reporters: results ? ['default', ['json', { outputFile: `${results}/${process.pid}.json` }]] : ['default'],
    server: { deps: { inline: [/@refinedev\/react-router/] } },
  },
});

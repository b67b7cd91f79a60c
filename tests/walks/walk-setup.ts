import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { type Program, startProgram } from '../support/program.ts';
import { buildOnce } from './build-once.ts';

const BEGIN_MS = 420_000;

interface WalkSetup {
  /** The program's data directory. */
  folder: string;
  url: string;
  browser: Browser;
}

type Env = Record<string, string>;

/**
 * Starts a program and a browser for the tests of a file, with the demo data by default. `prepare` starts what the
 * program needs (a site, a provider) and returns its environment; `ready` runs before the first test. The database is
 * already migrated; tests/long starts programs without one.
 */
export function setUpWalk(
  prepare: () => Env | Promise<Env> = () => ({}),
  ready: (setup: WalkSetup) => Promise<unknown> = async () => undefined,
): WalkSetup {
  const setup = {} as WalkSetup;
  let program: Program | undefined;
  beforeAll(async () => {
    setup.folder = mkdtempSync(join(tmpdir(), 'prosa-walk-'));
    copyTemplateDatabase(setup.folder);
    const [env] = await Promise.all([prepare(), buildOnce()]);
    [program, setup.browser] = await Promise.all([startProgram({ DATA_DIR: setup.folder, ...env }), openBrowser()]);
    setup.url = program.url;
    await ready(setup);
  }, BEGIN_MS);
  afterAll(async () => {
    await setup.browser?.close();
    await program?.stop();
    rmSync(setup.folder, { recursive: true, force: true });
  });
  return setup;
}

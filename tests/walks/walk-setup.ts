import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { copyTemplateDatabase } from '../support/copy-template-database.ts';
import { onceInRun } from '../support/once-in-run.ts';
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

/** Starts a program on a copy of the migrated database; tests/long starts programs without one. */
async function start(folder: string, env: Env): Promise<Program> {
  copyTemplateDatabase(folder);
  await buildOnce();
  return startProgram({ DATA_DIR: folder, ...env });
}

/**
 * Starts a program for the tests of a file, with the demo data by default. `prepare` starts what the program needs
 * (a site, a provider) and returns its environment; `ready` runs before the first test.
 */
export function setUpWalk(
  prepare: () => Env | Promise<Env> = () => ({}),
  ready: (setup: WalkSetup) => Promise<unknown> = async () => undefined,
): WalkSetup {
  const setup = {} as WalkSetup;
  let program: Program | undefined;
  beforeAll(async () => {
    setup.folder = mkdtempSync(join(tmpdir(), 'prosa-walk-'));
    [program, setup.browser] = await Promise.all([start(setup.folder, await prepare()), sharedBrowser()]);
    setup.url = program.url;
    await ready(setup);
  }, BEGIN_MS);
  afterAll(async () => {
    await program?.stop();
    rmSync(setup.folder, { recursive: true, force: true });
  });
  return setup;
}

/** Starts the program of `sharedDemo`. It is killed at the end of the test run, when its data is removed, too. */
async function startDemo(): Promise<string> {
  const folder = dirname(inject('templateDir'));
  const { child, url } = await start(mkdtempSync(join(folder, 'demo-')), {});
  writeFileSync(join(folder, 'programs', String(child.pid)), '');
  return url;
}

/** Returns the program with the demo data that the walks of a test run share. They leave it as they have found it. */
export function sharedDemo(): Pick<WalkSetup, 'url' | 'browser'> {
  const setup = {} as WalkSetup;
  beforeAll(async () => {
    [setup.url, setup.browser] = await Promise.all([onceInRun('demo', startDemo), sharedBrowser()]);
  }, BEGIN_MS);
  return setup;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { layDatabase } from '../support/lay-database.ts';
import { type Program, startProgram } from '../support/program.ts';
import { buildOnce } from './build-once.ts';

const BEGIN_MS = 300_000;

export interface Stage {
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
export function setStage(
  prepare: () => Env | Promise<Env> = () => ({}),
  ready: (stage: Stage) => Promise<unknown> = async () => undefined,
): Stage {
  const stage = {} as Stage;
  let program: Program | undefined;
  beforeAll(async () => {
    stage.folder = mkdtempSync(join(tmpdir(), 'prosa-walk-'));
    layDatabase(stage.folder);
    const [env] = await Promise.all([prepare(), buildOnce()]);
    [program, stage.browser] = await Promise.all([startProgram({ DATA_DIR: stage.folder, ...env }), openBrowser()]);
    stage.url = program.url;
    await ready(stage);
  }, BEGIN_MS);
  afterAll(async () => {
    await stage.browser?.close();
    await program?.stop();
    rmSync(stage.folder, { recursive: true, force: true });
  });
  return stage;
}

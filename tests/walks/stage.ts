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
  /** What the program keeps its data in. */
  folder: string;
  url: string;
  browser: Browser;
}

type Env = Record<string, string>;

/**
 * What one file's walks go through: a program of its own, with the demo's data unless told otherwise, and a browser beside
 * it. `prepare` puts up what the program is told of (a site, a provider) and gives its environment; `ready` is waited for
 * before the first walk. Its database is migrated already: tests/long starts programs on nothing.
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

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUILD_MS = 300_000;

/**
 * Builds the console before the first program starts. Without this, programs that start at the same time in a new
 * clone would overwrite each other's build.
 */
export async function buildOnce(): Promise<void> {
  const turn = join(inject('templateDir'), '../build');
  const done = join(turn, 'done');
  try {
    mkdirSync(turn);
  } catch {
    await until(async () => existsSync(done), BUILD_MS);
    return;
  }
  try {
    // Vitest sets NODE_ENV to `test`, with which Vite would build React's and antd's development versions.
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(execFile)(process.execPath, ['src/server/build.ts'], { cwd: ROOT, env });
  } finally {
    writeFileSync(done, '');
  }
}

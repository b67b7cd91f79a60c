import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onceInRun } from '../support/once-in-run.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Builds the console before the first program starts. Without this, programs that start at the same time in a new
 * clone would overwrite each other's build.
 */
export const buildOnce = (): Promise<string> =>
  onceInRun('build', async () => {
    // Vitest sets NODE_ENV to `test`, with which Vite would build React's and antd's development versions.
    const env = { ...process.env, NODE_ENV: 'production' };
    const { stdout } = await promisify(execFile)(process.execPath, ['src/server/build.ts'], { cwd: ROOT, env });
    return stdout;
  });

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('compiles the whole project, and rejects every line marked as invalid', { timeout: 300_000 }, () => {
  const root = join(import.meta.dirname, '../..');
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '--noEmit'], { cwd: root, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

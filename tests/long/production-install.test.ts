import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Program, startProgram } from '../support/program.ts';

const ROOT = join(import.meta.dirname, '../..');
let folder: string;
let program: Program | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-production-'));
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  // Copies the tracked files that .dockerignore lets through, like the container image.
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const isTaken = (file: string) => taken.some((name) => file === name || file.startsWith(`${name}/`));
  for (const file of tracked.filter(isTaken)) cpSync(join(ROOT, file), join(folder, file));
});
afterAll(async () => {
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('installs, builds and runs without the development dependencies', async () => {
  execFileSync('npm', ['ci', '--omit=dev'], { cwd: folder, stdio: 'pipe' });
  program = await startProgram(
    { DATA_DIR: join(folder, 'data'), DEMO: 'off', NODE_ENV: 'production' },
    { cwd: folder },
  );
  const health = await fetch(`${program.url}/api/health`);
  expect(await health.json()).toMatchObject({ status: 'up' });
  const page = await fetch(program.url);
  expect(await page.text()).toContain('<div id="root"');
});

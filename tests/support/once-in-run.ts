import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { until } from './until.ts';

const LONGEST_MS = 300_000;

/** Does something in the first process of a test run that asks for it. All others wait for it, and get its result, too. */
export async function onceInRun(name: string, work: () => Promise<string>): Promise<string> {
  const turn = join(inject('templateDir'), '..', name);
  const result = join(turn, 'result');
  try {
    mkdirSync(turn);
  } catch {
    await until(async () => existsSync(result), LONGEST_MS);
    return readFileSync(result, 'utf8');
  }
  let found = '';
  try {
    found = await work();
    return found;
  } finally {
    // Renamed, so that nobody reads half of it.
    writeFileSync(`${result}-new`, found);
    renameSync(`${result}-new`, result);
  }
}

import { readFile } from 'node:fs/promises';
import { createCan, type Can } from './can.ts';

export interface PolicyTexts {
  model: string;
  policy: string;
  cases: string;
}

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

/** The three texts as they lie on disk. For Node alone: the console is told what each person may (permissions.ts). */
export async function readPolicyTexts(): Promise<PolicyTexts> {
  const [model, policy, cases] = await Promise.all([read('model.conf'), read('policy.csv'), read('cases.csv')]);
  return { model, policy, cases };
}

/** The server's enforcer, from the files on disk. Call it once, at start. */
export async function openCan(): Promise<Can> {
  const { model, policy } = await readPolicyTexts();
  return createCan(model, policy);
}

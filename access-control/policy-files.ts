import { readFile } from 'node:fs/promises';
import { createPolicy, type Policy } from './policy.ts';

export interface PolicyTexts {
  model: string;
  policy: string;
  cases: string;
}

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

/** Reads model.conf, policy.csv and cases.csv. Only for Node: the console gets computed permissions. */
export async function readPolicyTexts(): Promise<PolicyTexts> {
  const [model, policy, cases] = await Promise.all([read('model.conf'), read('policy.csv'), read('cases.csv')]);
  return { model, policy, cases };
}

/** Creates the server's enforcer from the files. Call it once, at startup. */
export async function openPolicy(): Promise<Policy> {
  const { model, policy } = await readPolicyTexts();
  return createPolicy(model, policy);
}

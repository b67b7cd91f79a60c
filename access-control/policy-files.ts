import { readFile } from 'node:fs/promises';
import { createPolicy, type Policy } from './policy.ts';
import { proveInvariants } from './prove-invariants.ts';
import { proofSentence } from './sentences.ts';

export interface PolicyTexts {
  model: string;
  policy: string;
  cases: string;
  invariants: string;
}

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

/** Only for Node: the console gets computed permissions. */
export async function readPolicyTexts(): Promise<PolicyTexts> {
  const names = ['model.conf', 'policy.csv', 'cases.csv', 'invariants.csv'];
  const [model, policy, cases, invariants] = await Promise.all(names.map(read));
  return { model: model!, policy: policy!, cases: cases!, invariants: invariants! };
}

/** Once, at startup. Rejects with the broken invariants and their counterexamples. */
export async function openPolicy(texts?: PolicyTexts): Promise<Policy> {
  const read = texts ?? (await readPolicyTexts());
  const policy = await createPolicy(read.model, read.policy);
  const broken = proveInvariants(policy, read).filter(({ counterexamples }) => counterexamples.length > 0);
  if (broken.length > 0) throw new Error(broken.map(proofSentence).join('\n'));
  return policy;
}

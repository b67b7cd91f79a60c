import { failingCases, readCases } from './cases.ts';
import { lintPolicy } from './lint-policy.ts';
import type { Policy } from './policy.ts';
import { openPolicy, type PolicyTexts, readPolicyTexts } from './policy-files.ts';
import { faultSentence } from './sentences.ts';

/** Its functions always answer for the policy in force. */
export interface LivePolicy extends Policy {
  texts(): PolicyTexts;
  /**
   * If a line is faulty, a case fails or an invariant is broken, rejects with the sentences, and nothing changes.
   * Returns the version in force.
   */
  reload(): Promise<string>;
}

/** Opens a policy that passes everything that `npm run policy -- lint` and `test` check. */
async function openChecked(texts: PolicyTexts): Promise<Policy> {
  const faults = lintPolicy(texts);
  if (faults.length > 0) throw new Error(faults.map(faultSentence).join('\n'));
  const policy = await openPolicy(texts);
  const failing = failingCases(policy, readCases(texts.cases).cases);
  if (failing.length > 0)
    throw new Error(
      failing
        .map(({ policyCase: { line, because }, answer }) => `cases.csv:${line}: ${answer} (${because})`)
        .join('\n'),
    );
  return policy;
}

/** `read` reads the files of the next policy. */
export function livePolicy(first: Policy, texts: PolicyTexts, read = readPolicyTexts): LivePolicy {
  let now = { policy: first, texts };
  return {
    get version() {
      return now.policy.version;
    },
    can: (...question) => now.policy.can(...question),
    explain: (...question) => now.policy.explain(...question),
    resources: () => now.policy.resources(),
    whoCan: (...question) => now.policy.whoCan(...question),
    smallestChange: (...question) => now.policy.smallestChange(...question),
    texts: () => now.texts,
    async reload() {
      const next = await read();
      now = { policy: await openChecked(next), texts: next };
      return now.policy.version;
    },
  };
}

export async function openLivePolicy(read = readPolicyTexts): Promise<LivePolicy> {
  const texts = await read();
  return livePolicy(await openPolicy(texts), texts, read);
}

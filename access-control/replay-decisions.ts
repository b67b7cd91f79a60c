import { answerOf, type Expectation } from './cases.ts';
import { createPolicy, type Policy } from './policy.ts';
import { type Fault, readPolicy } from './policy-rows.ts';

/** A logged decision, as a replay needs it. */
export interface LoggedDecision {
  allowed: boolean;
  refusal: 'role' | 'plan' | null;
  role: string;
  flags: string[];
  resource: string;
  action: string;
  /** A person or key, or an id. */
  who: string;
  account: string;
  at: string;
  requestId: string;
  count: number;
}

export interface ReplayedChange {
  role: string;
  resource: string;
  action: string;
  before: Expectation;
  after: Expectation;
  count: number;
  people: { who: string; account: string; count: number }[];
  example: { at: string; who: string; requestId: string };
}

interface Replay {
  decisions: number;
  differing: number;
  changes: ReplayedChange[];
}

const answerIn = ({ allowed, refusal }: LoggedDecision): Expectation =>
  allowed ? 'yes' : refusal === 'plan' ? 'plan' : 'no';

interface Collected extends Omit<ReplayedChange, 'people'> {
  people: Map<string, { who: string; account: string; count: number }>;
}

function collect(changes: Map<string, Collected>, decision: LoggedDecision, after: Expectation): void {
  const { role, resource, action, who, account, at, requestId, count } = decision;
  const before = answerIn(decision);
  const key = [role, resource, action, before, after].join(' ');
  const known = changes.get(key);
  const example = { at, who, requestId };
  const change = known ?? { role, resource, action, before, after, count: 0, people: new Map(), example };
  change.count += count;
  if (at > change.example.at) change.example = example;
  const person = change.people.get(`${account} ${who}`) ?? { who, account, count: 0 };
  person.count += count;
  change.people.set(`${account} ${who}`, person);
  changes.set(key, change);
}

/** A version with faulty lines is not asked; its faults are returned. */
export async function replayDecisions(
  model: string,
  policyText: string,
  batches: AsyncIterable<readonly LoggedDecision[]> | Iterable<readonly LoggedDecision[]>,
): Promise<{ faults: Fault[] } | { replay: Replay }> {
  const { faults } = readPolicy(policyText);
  if (faults.length > 0) return { faults };
  const policy: Policy = await createPolicy(model, policyText);
  const changes = new Map<string, Collected>();
  let decisions = 0;
  let differing = 0;
  for await (const batch of batches) {
    for (const decision of batch) {
      decisions += decision.count;
      const after = answerOf(policy, decision);
      if (after === answerIn(decision)) continue;
      differing += decision.count;
      collect(changes, decision, after);
    }
  }
  const most = <T extends { count: number }>(items: Iterable<T>) => [...items].sort((a, b) => b.count - a.count);
  return {
    replay: {
      decisions,
      differing,
      changes: most([...changes.values()].map((one) => ({ ...one, people: most(one.people.values()) }))),
    },
  };
}

import { answerOf, type Expectation } from './cases.ts';
import { createPolicy, type Policy } from './policy.ts';
import {
  type Fault,
  grantsOf,
  type PolicyRow,
  readPolicy,
  resourcesOf,
  type ResourceWithActions,
} from './policy-rows.ts';
import { EVERY, FLAGS, NO_FLAG, ROLES } from './vocabulary.ts';

/** Checked with different results in the two versions. */
export interface ChangedVerdict {
  role: string;
  flags: string[];
  resource: string;
  action: string;
  before: Expectation;
  after: Expectation;
}

interface ComparedRow {
  line: number;
  text: string;
}

export interface Comparison {
  added: ComparedRow[];
  removed: ComparedRow[];
  changed: ChangedVerdict[];
}

const REAL_FLAGS = FLAGS.filter((flag) => flag !== NO_FLAG);
const FLAG_SETS: readonly (readonly string[])[] = [[], ...REAL_FLAGS.map((flag) => [flag]), REAL_FLAGS];

const onlyIn = (rows: readonly PolicyRow[], others: readonly PolicyRow[]): ComparedRow[] => {
  const known = new Set(others.map((row) => row.text));
  return rows.filter((row) => !known.has(row.text)).map(({ line, text }) => ({ line, text }));
};

/** Every check depends on them: role inheritance, action groups, the row that allows everything. */
const isShared = (row: PolicyRow) => row.kind !== 'p' || row.values[2] === EVERY;
const textOf = (rows: readonly PolicyRow[]) => rows.map((row) => row.text).join('\n');

/** Rows of other resources never match, so the results are the same, and checks are much faster. */
const partFor = (rows: readonly PolicyRow[], resource: string) =>
  rows.filter((row) => isShared(row) || (row.kind === 'p' && row.values[2] === resource));

function changesOf({ resource, actions }: ResourceWithActions, before: Policy, after: Policy): ChangedVerdict[] {
  return actions.flatMap((action) =>
    ROLES.flatMap((role) =>
      FLAG_SETS.flatMap((flags): ChangedVerdict[] => {
        const query = { role, flags: [...flags], resource, action };
        const [was, is] = [answerOf(before, query), answerOf(after, query)];
        return was === is ? [] : [{ ...query, before: was, after: is }];
      }),
    ),
  );
}

function allResources(...lists: readonly (readonly ResourceWithActions[])[]): ResourceWithActions[] {
  const resources = new Map<string, Set<string>>();
  for (const { resource, actions } of lists.flat()) {
    resources.set(resource, new Set([...(resources.get(resource) ?? []), ...actions]));
  }
  return [...resources].map(([resource, actions]) => ({ resource, actions: [...actions] }));
}

/** There may be thousands of checks. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/**
 * Compares rows, and every check (role × no flag, each flag, all flags × resource × action). `catalogue` includes
 * resources for WM_ADMIN only. Versions with invalid lines are not compared; their faults are returned.
 */
export async function comparePolicies(
  model: string,
  before: string,
  after: string,
  catalogue: readonly ResourceWithActions[],
): Promise<{ faults: { before: Fault[]; after: Fault[] } } | { comparison: Comparison }> {
  const [old, now] = [readPolicy(before), readPolicy(after)];
  if (old.faults.length + now.faults.length > 0) return { faults: { before: old.faults, after: now.faults } };
  const changed: ChangedVerdict[] = [];
  for (const one of allResources(catalogue, resourcesOf(old.rows), resourcesOf(now.rows))) {
    const parts = [partFor(old.rows, one.resource), partFor(now.rows, one.resource)].map(textOf) as [string, string];
    if (parts[0] === parts[1]) continue;
    const [was, is] = await Promise.all(parts.map((part) => createPolicy(model, part)));
    if (was && is) changed.push(...changesOf(one, was, is));
    await breathe();
  }
  return { comparison: { added: onlyIn(now.rows, old.rows), removed: onlyIn(old.rows, now.rows), changed } };
}

/** It determines the cost of a comparison. */
export const resourceCount = (policy: string): number =>
  new Set(grantsOf(readPolicy(policy).rows).map((g) => g.resource)).size;

import { expect, test } from 'vitest';
import { catalogueOf, readCases } from '../../access-control/cases.ts';
import { createPolicy } from '../../access-control/policy.ts';
import { readPolicyTexts } from '../../access-control/policy-files.ts';
import { grantsOf, readPolicy } from '../../access-control/policy-rows.ts';
import {
  flagsByResource,
  type Invariant,
  proveInvariant,
  readInvariants,
} from '../../access-control/prove-invariants.ts';
import { FLAGS, NO_FLAG, ROLES } from '../../access-control/vocabulary.ts';

const texts = await readPolicyTexts();
const { invariants } = readInvariants(texts.invariants, catalogueOf(readCases(texts.cases).cases));

/** The subsets of all flags, also of those that no row about a resource names. */
const ALL_SETS = FLAGS.filter((flag) => flag !== NO_FLAG).reduce<string[][]>(
  (sets, flag) => [...sets, ...sets.map((set) => [...set, flag])],
  [[]],
);

/** Reads the rows without Casbin: whether the role inherits from the row's role, has its flag, and the action is in its group. */
function readsAsBroken(policyText: string, { roles, with: has, without, forbidden }: Invariant): boolean {
  const { rows } = readPolicy(policyText);
  const pairs = (kind: string) => rows.filter((row) => row.kind === kind).map(({ values }) => values);
  const reaches = (from: string, to: string): boolean =>
    from === to || pairs('g').some(([heir, parent]) => heir === from && reaches(parent!, to));
  const subjects = ALL_SETS.filter(
    (set) => has.every((one) => set.includes(one)) && !without.some((one) => set.includes(one)),
  );
  const grants = grantsOf(rows);
  return (
    forbidden.some(({ resource, actions }) =>
      grants
        .filter((grant) => grant.resource === resource)
        .some(
          ({ role, flag, action }) =>
            actions.some(
              (one) => one === action || pairs('g2').some(([member, group]) => member === one && group === action),
            ) &&
            roles.some((one) => reaches(one, role)) &&
            subjects.some((set) => flag === NO_FLAG || set.includes(flag)),
        ),
    ) ||
    (roles.includes('WM_ADMIN') && forbidden.length > 0)
  );
}

test('every mutant of a row that breaks an invariant is caught, and no other', { timeout: 240_000 }, async () => {
  const grants = grantsOf(readPolicy(texts.policy).rows).filter(({ role }) => role !== 'WM_ADMIN');
  let broken = 0;
  for (const { role, flag, resource, action, row } of grants) {
    const mutants = [
      ...FLAGS.filter((one) => one !== flag).map((one) => ['p', role, one, resource, action]),
      ...ROLES.filter((one) => one !== role && one !== 'WM_ADMIN').map((one) => ['p', one, flag, resource, action]),
    ];
    for (const mutant of mutants) {
      const lines = texts.policy.split('\n');
      lines[row.line - 1] = mutant.join(', ');
      const policy = lines.join('\n');
      const expected = invariants.filter((one) => readsAsBroken(policy, one)).map((one) => one.line);
      // Casbin needs tens of milliseconds for a whole policy. Rows of other resources match no question about this one.
      const part = readPolicy(policy)
        .rows.filter((one) => one.kind !== 'p' || [resource, 'every'].includes(one.values[2]!))
        .map((one) => one.text)
        .join('\n');
      const mutated = await createPolicy(texts.model, part);
      const found = invariants
        .map((one) => ({ ...one, forbidden: one.forbidden.filter((about) => about.resource === resource) }))
        .filter((one) => proveInvariant(mutated, flagsByResource(part), one).counterexamples.length > 0);
      expect(
        found.map(({ line }) => line),
        mutant.join(', '),
      ).toEqual(expected);
      broken += Number(expected.length > 0);
    }
  }
  expect(broken).toBeGreaterThan(300);
});

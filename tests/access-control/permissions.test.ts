import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogueOf, readCases } from '../../access-control/cases.ts';
import { readPermission, rememberPermissions } from '../../access-control/permissions.ts';
import { openPolicy, readPolicyTexts } from '../../access-control/policy-files.ts';
import { FLAGS, ROLES } from '../../access-control/vocabulary.ts';

const policy = await openPolicy();
const catalogue = catalogueOf(readCases((await readPolicyTexts()).cases).cases);
const permissionsOf = rememberPermissions(policy, () => catalogue, FLAGS);
const pairs = catalogue.flatMap(({ resource, actions }) =>
  actions.map((action): [string, string] => [resource, action]),
);

/** Returns the same answer computed by the enforcer. */
function asExplained(role: string, flags: string[], resource: string, action: string) {
  const verdict = policy.explain({ role, flags }, resource, action);
  if (verdict.allowed) return { can: true };
  return verdict.refusal === 'plan'
    ? { can: false, refusal: 'plan', flag: verdict.missing }
    : { can: false, refusal: 'role' };
}

test('the precomputed permissions always agree with the enforcer', () => {
  const role = fc.constantFrom(...ROLES, 'NOBODY', '', 'constructor');
  const flags = fc.subarray([...FLAGS.filter((flag) => flag !== 'any'), 'unknown']);
  // Computing the permissions of a caller takes as long as many comparisons.
  const compared = fc.array(fc.constantFrom(...pairs), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(role, flags, compared, (who, callerFlags, some) => {
      const permissions = permissionsOf({ role: who, flags: callerFlags });
      for (const [resource, action] of some) {
        const where = `${resource} ${action}`;
        expect(readPermission(permissions, resource, action), where).toEqual(
          asExplained(who, callerFlags, resource, action),
        );
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['contents', 'constructor'],
  ['constructor', 'name'],
  ['contents', 'view'],
  ['', ''],
])('refuses the undeclared pair (%s %s) to every role', (resource, action) => {
  for (const role of ROLES) {
    const permissions = permissionsOf({ role, flags: [...FLAGS] });
    expect(readPermission(permissions, resource, action)).toEqual({ can: false, refusal: 'role' });
  }
});

test('reuses the permissions of a role, whatever the order of the flags', () => {
  const first = permissionsOf({ role: 'OWNER', flags: ['self', 'customizeWidget'] });
  expect(permissionsOf({ role: 'OWNER', flags: ['unknown', 'customizeWidget', 'self'] })).toBe(first);
});

import { catalogueOf, readCases } from '../../access-control/cases.ts';
import { asFresh, type Permissions, rememberPermissions } from '../../access-control/permissions.ts';
import type { Principal } from '../../access-control/policy.ts';
import { openPolicy, readPolicyTexts } from '../../access-control/policy-files.ts';
import { FLAGS } from '../../access-control/vocabulary.ts';
import type { Resource } from '../../resources/kit/resource.ts';

const policy = await openPolicy();
const catalogue = catalogueOf(readCases((await readPolicyTexts()).cases).cases);

/**
 * Returns a person's permissions as the server would, for simulated servers. `more`: resources that only a test
 * declares.
 */
export function permissionsAmong(more: readonly Resource[]): (asker: Principal) => Permissions {
  const remembered = rememberPermissions(
    policy,
    () => [...catalogue, ...more.map(({ name, actions }) => ({ resource: name, actions: [...actions] }))],
    FLAGS,
  );
  return (asker) => remembered(asFresh(asker));
}

export const permissionsOf = permissionsAmong([]);

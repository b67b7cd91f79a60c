import { createHash } from 'node:crypto';
import { type Enforcer, newEnforcer, newModelFromString } from 'casbin';
import {
  grantsOf,
  type PolicyRow,
  readPolicy,
  resourcesOf,
  type ResourceWithActions,
  rolesAbove,
} from './policy-rows.ts';
import { rowsAdapter } from './rows-adapter.ts';
import { EVERY, IMPERSONATED_FLAG, NO_FLAG, OWN_FLAGS, ROLES } from './vocabulary.ts';

/** ANYONE without a session. Flags: those of the plan, `self` (and `fresh`) or `impersonated`. */
export interface Principal {
  role: string;
  flags: readonly string[];
}

/**
 * `because` is the row that allows it. The refusal is `plan` if one more plan flag would allow it for the same role,
 * else `role`. `missing` would allow it; for a refusal by role, this can only be `self` or `fresh`.
 */
export type Verdict =
  { allowed: true; because: string; line: number } | { allowed: false; refusal: 'role' | 'plan'; missing?: string };

/** `role` may be the same. */
export interface Change {
  role: string;
  flag?: string;
}

export interface Policy {
  /** First 12 characters of the SHA-256 of policy.csv. */
  readonly version: string;
  can(asker: Principal, resource: string, action: string): boolean;
  explain(asker: Principal, resource: string, action: string): Verdict;
  /** With action groups expanded. Actions that only WM_ADMIN may perform have no row and are missing. */
  resources(): ResourceWithActions[];
  /** `any` for no flag. */
  whoCan(resource: string, action: string): { role: string; flag: string }[];
  /**
   * One more flag or, if that is not enough, the fewest steps up the roles. Null if allowed already, or if no role may.
   */
  smallestChange(asker: Principal, resource: string, action: string): Change | null;
}

const isOwnFlag = (flag: string) => (OWN_FLAGS as readonly string[]).includes(flag);

async function buildEnforcer(model: string, policyText: string): Promise<{ enforcer: Enforcer; rows: PolicyRow[] }> {
  const { rows, faults } = readPolicy(policyText);
  if (faults.length > 0) {
    throw new Error(faults.map(({ file, line, problem }) => `${file}:${line}: ${problem}`).join('\n'));
  }
  const enforcer = await newEnforcer(newModelFromString(model), rowsAdapter(rows));
  const groupings = [await enforcer.getGroupingPolicy(), await enforcer.getNamedGroupingPolicy('g2')];
  const loaded = [await enforcer.getPolicy(), ...groupings].flat();
  const distinctRows = new Set(rows.map((row) => row.text)).size;
  if (loaded.length !== distinctRows) {
    throw new Error(`policy.csv has ${distinctRows} different rows, casbin took ${loaded.length} of them`);
  }
  return { enforcer, rows };
}

/** Casbin evaluates every row at each check, and nearly all concern other resources. */
function narrowed(enforcer: Enforcer): (resource: string) => Enforcer {
  const assertion = enforcer.getModel().model.get('p')!.get('p')!;
  const resourceAt = assertion.tokens.indexOf('p_resource');
  const everywhere = assertion.policy.filter((row) => row[resourceAt] === EVERY);
  const rowsOf = new Map<string, string[][]>();
  for (const row of assertion.policy) {
    const resource = row[resourceAt]!;
    if (!rowsOf.has(resource))
      rowsOf.set(
        resource,
        assertion.policy.filter((one) => [resource, EVERY].includes(one[resourceAt]!)),
      );
  }
  return (resource) => {
    assertion.policy = rowsOf.get(resource) ?? everywhere;
    return enforcer;
  };
}

/** The policy never changes, and every request is checked. */
function remember(decide: Policy['can'], rows: readonly PolicyRow[], flags: readonly string[]): Policy['can'] {
  const pairs = new Set(
    resourcesOf(rows).flatMap(({ resource, actions }) => actions.map((action) => `${resource} ${action}`)),
  );
  const roles: ReadonlySet<string> = new Set(ROLES);
  const answers = new Map<string, boolean>();
  return (asker, resource, action) => {
    // Results for unknown roles, resources or actions are not cached, so that the cache stays bounded.
    if (!roles.has(asker.role) || !pairs.has(`${resource} ${action}`)) return decide(asker, resource, action);
    let key = `${asker.role} ${resource} ${action}`;
    for (const flag of flags) if (asker.flags.includes(flag)) key += ` ${flag}`;
    let answer = answers.get(key);
    if (answer === undefined) answers.set(key, (answer = decide(asker, resource, action)));
    return answer;
  };
}

/** `sha256sum policy.csv` begins with it. */
export const versionOf = (policyText: string): string =>
  createHash('sha256').update(policyText).digest('hex').slice(0, 12);

/** Rejects if the policy has a line that Casbin would ignore. */
export async function createPolicy(model: string, policyText: string): Promise<Policy> {
  const { enforcer, rows } = await buildEnforcer(model, policyText);
  const lines = new Map(rows.map((row) => [row.text, row.line]));
  const flags = [...new Set(grantsOf(rows).map((grant) => grant.flag))].filter((flag) => flag !== NO_FLAG);
  const about = narrowed(enforcer);
  const decide: Policy['can'] = (asker, resource, action) =>
    about(resource).enforceSync(asker.role, asker.flags, resource, action);
  const can = remember(decide, rows, flags);
  const flagThatWouldDo = (asker: Principal, resource: string, action: string) =>
    flags.find(
      (flag) =>
        flag !== IMPERSONATED_FLAG && can({ role: asker.role, flags: [...asker.flags, flag] }, resource, action),
    );

  const explain: Policy['explain'] = (asker, resource, action) => {
    const [allowed, reason] = about(resource).enforceExSync(asker.role, asker.flags, resource, action);
    const because = ['p', ...reason].join(', ');
    if (allowed) return { allowed, because, line: lines.get(because) ?? 0 };
    const missing = flagThatWouldDo(asker, resource, action);
    if (missing === undefined) return { allowed: false, refusal: 'role' };
    return { allowed: false, refusal: isOwnFlag(missing) ? 'role' : 'plan', missing };
  };

  const whoCan: Policy['whoCan'] = (resource, action) =>
    ROLES.flatMap((role) => {
      if (can({ role, flags: [] }, resource, action)) return [{ role, flag: NO_FLAG }];
      return flags.filter((flag) => can({ role, flags: [flag] }, resource, action)).map((flag) => ({ role, flag }));
    });

  const smallestChange: Policy['smallestChange'] = (asker, resource, action) => {
    if (can(asker, resource, action)) return null;
    const steps = rolesAbove(rows, asker.role);
    // A role of another hierarchy counts as further away than any role above.
    const distance = (role: string) => steps.get(role) ?? steps.size + ROLES.length;
    const changes = ROLES.flatMap((role): Change[] => {
      if (can({ role, flags: asker.flags }, resource, action)) return [{ role }];
      const flag = flagThatWouldDo({ role, flags: asker.flags }, resource, action);
      return flag === undefined ? [] : [{ role, flag }];
    });
    return (
      changes.sort((a, b) => distance(a.role) - distance(b.role) || Number(!!a.flag) - Number(!!b.flag))[0] ?? null
    );
  };

  return { version: versionOf(policyText), can, explain, resources: () => resourcesOf(rows), whoCan, smallestChange };
}

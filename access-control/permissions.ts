import type { Policy, Principal } from './policy.ts';
import type { ResourceWithActions } from './policy-rows.ts';
import { FRESH_FLAG, SELF_FLAG } from './vocabulary.ts';

/** For clients without Casbin, such as the console. Actions in neither list are refused by role. */
export interface Permissions {
  allowed: Record<string, string[]>;
  byPlan: Record<string, Record<string, string>>;
}

/** `flag` would allow what is refused by plan. */
export interface Answer {
  can: boolean;
  refusal?: 'role' | 'plan';
  flag?: string;
}

/** For what a client shows: it asks for the proof when something needs a fresh session. */
export const asFresh = ({ role, flags }: Principal): Principal => ({
  role,
  flags: flags.includes(SELF_FLAG) ? [...new Set([...flags, FRESH_FLAG])] : flags,
});

function writePermissions(policy: Policy, asker: Principal, catalogue: readonly ResourceWithActions[]): Permissions {
  const permissions: Permissions = { allowed: {}, byPlan: {} };
  for (const { resource, actions } of catalogue) {
    const allowed = actions.filter((action) => policy.can(asker, resource, action));
    if (allowed.length > 0) permissions.allowed[resource] = allowed;
    const byPlan = actions.flatMap((action) => {
      const verdict = policy.explain(asker, resource, action);
      return verdict.allowed || verdict.refusal === 'role' ? [] : [[action, verdict.missing ?? ''] as const];
    });
    if (byPlan.length > 0) permissions.byPlan[resource] = Object.fromEntries(byPlan);
  }
  return permissions;
}

/** Until another version is in force. Flags that are not `known` change no result and would only fill the cache. */
export function rememberPermissions(
  policy: Policy,
  catalogue: () => readonly ResourceWithActions[],
  known: readonly string[],
): (asker: Principal) => Permissions {
  const remembered = new Map<string, Permissions>();
  let version = policy.version;
  return ({ role, flags }) => {
    if (policy.version !== version) remembered.clear();
    version = policy.version;
    const grantedFlags = known.filter((flag) => flags.includes(flag));
    const key = [role, ...grantedFlags].join(' ');
    const before = remembered.get(key);
    if (before) return before;
    const permissions = writePermissions(policy, { role, flags: grantedFlags }, catalogue());
    remembered.set(key, permissions);
    return permissions;
  };
}

/** Same result as `can.explain`. Takes single actions, not groups. */
export function readPermission({ allowed, byPlan }: Permissions, resource: string, action: string): Answer {
  if (Object.hasOwn(allowed, resource) && allowed[resource]!.includes(action)) return { can: true };
  const flags = Object.hasOwn(byPlan, resource) ? byPlan[resource]! : {};
  return Object.hasOwn(flags, action)
    ? { can: false, refusal: 'plan', flag: flags[action] }
    : { can: false, refusal: 'role' };
}

import type { Asker, Can } from './can.ts';
import type { ResourceWithActions } from './policy-rows.ts';

/** All that somebody may do, for who cannot ask Casbin (the console). What stands in neither list is refused by role. */
export interface Permissions {
  /** The actions that are allowed, by resource. */
  allowed: Record<string, string[]>;
  /** By resource and action: the flag that a plan would have to bring. */
  byPlan: Record<string, Record<string, string>>;
}

/** The answer to one question. A refusal says its kind and, by plan, the flag that would do. */
export interface Answer {
  can: boolean;
  refusal?: 'role' | 'plan';
  flag?: string;
}

/** Asks the enforcer about each action of the catalogue. */
function writePermissions(can: Can, asker: Asker, catalogue: readonly ResourceWithActions[]): Permissions {
  const permissions: Permissions = { allowed: {}, byPlan: {} };
  for (const { resource, actions } of catalogue) {
    const allowed = actions.filter((action) => can.may(asker, resource, action));
    if (allowed.length > 0) permissions.allowed[resource] = allowed;
    const byPlan = actions.flatMap((action) => {
      const verdict = can.explain(asker, resource, action);
      return verdict.allowed || verdict.refusal === 'role' ? [] : [[action, verdict.missing ?? ''] as const];
    });
    if (byPlan.length > 0) permissions.byPlan[resource] = Object.fromEntries(byPlan);
  }
  return permissions;
}

/**
 * Permissions by asker, each written out once: the policy never changes while it is loaded.
 * @param known flags that the policy knows; others change no answer and would let the memory grow.
 */
export function rememberPermissions(
  can: Can,
  catalogue: () => readonly ResourceWithActions[],
  known: readonly string[],
): (asker: Asker) => Permissions {
  const written = new Map<string, Permissions>();
  return ({ role, flags }) => {
    const held = known.filter((flag) => flags.includes(flag));
    const key = [role, ...held].join(' ');
    const before = written.get(key);
    if (before) return before;
    const permissions = writePermissions(can, { role, flags: held }, catalogue());
    written.set(key, permissions);
    return permissions;
  };
}

/** What `can.explain` answers to that question; actions are asked for one by one, never by their group's name. */
export function readPermission({ allowed, byPlan }: Permissions, resource: string, action: string): Answer {
  if (Object.hasOwn(allowed, resource) && allowed[resource]!.includes(action)) return { can: true };
  const flags = Object.hasOwn(byPlan, resource) ? byPlan[resource]! : {};
  return Object.hasOwn(flags, action)
    ? { can: false, refusal: 'plan', flag: flags[action] }
    : { can: false, refusal: 'role' };
}

import type { Asker, Can } from './can.ts';
import type { ThingWithActs } from './policy-rows.ts';

/** All that somebody may do, for who cannot ask Casbin (the console). What stands in neither list is refused by role. */
export interface Permissions {
  /** The acts that are allowed, by thing. */
  allowed: Record<string, string[]>;
  /** By thing and act: the flag that a plan would have to bring. */
  byPlan: Record<string, Record<string, string>>;
}

/** The answer to one question. A refusal says its kind and, by plan, the flag that would do. */
export interface Answer {
  can: boolean;
  refusal?: 'role' | 'plan';
  flag?: string;
}

/** Asks the enforcer about each act of the catalogue. */
function writePermissions(can: Can, asker: Asker, catalogue: readonly ThingWithActs[]): Permissions {
  const permissions: Permissions = { allowed: {}, byPlan: {} };
  for (const { thing, acts } of catalogue) {
    const allowed = acts.filter((act) => can.may(asker, thing, act));
    if (allowed.length > 0) permissions.allowed[thing] = allowed;
    const byPlan = acts.flatMap((act) => {
      const verdict = can.explain(asker, thing, act);
      return verdict.allowed || verdict.refusal === 'role' ? [] : [[act, verdict.missing ?? ''] as const];
    });
    if (byPlan.length > 0) permissions.byPlan[thing] = Object.fromEntries(byPlan);
  }
  return permissions;
}

/**
 * Permissions by asker, each written out once: the policy never changes while it is loaded.
 * @param known flags that the policy knows; others change no answer and would let the memory grow.
 */
export function rememberPermissions(
  can: Can,
  catalogue: () => readonly ThingWithActs[],
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

/** What `can.explain` answers to that question; acts are asked for one by one, never by their group's name. */
export function readPermission({ allowed, byPlan }: Permissions, thing: string, act: string): Answer {
  if (Object.hasOwn(allowed, thing) && allowed[thing]!.includes(act)) return { can: true };
  const flags = Object.hasOwn(byPlan, thing) ? byPlan[thing]! : {};
  return Object.hasOwn(flags, act)
    ? { can: false, refusal: 'plan', flag: flags[act] }
    : { can: false, refusal: 'role' };
}

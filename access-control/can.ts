import { newEnforcer, newModelFromString, type Enforcer } from 'casbin';
import { grantsOf, readPolicy, rolesAbove, thingsOf, type PolicyRow, type ThingWithActs } from './policy-rows.ts';
import { rowsAdapter } from './rows-adapter.ts';
import { EVERY, IMPERSONATED_FLAG, NO_FLAG, ROLES, SELF_FLAG } from './vocabulary.ts';

/** Who asks: the role (ANYONE without a session) and the flags held, the plan's and `self`. */
export interface Asker {
  role: string;
  flags: readonly string[];
}

/**
 * `because` is the deciding row as it stands in policy.csv, `line` where. A refusal is by `plan` when one more flag of
 * a plan would do for the same role, else by `role`; `missing` is the flag that would do (with `role`: `self`).
 */
export type Verdict =
  { allowed: true; because: string; line: number } | { allowed: false; refusal: 'role' | 'plan'; missing?: string };

/** What to become to be allowed: the role to have (perhaps the same) and, if need be, a flag more. */
export interface Change {
  role: string;
  flag?: string;
}

export interface Can {
  may(asker: Asker, thing: string, act: string): boolean;
  explain(asker: Asker, thing: string, act: string): Verdict;
  /** What the rows name, groups of acts opened. What only WM_ADMIN may do has no row, and is not among it. */
  things(): ThingWithActs[];
  /** Every role that may, with the flag it needs (`any`: none). */
  whoMay(thing: string, act: string): { role: string; flag: string }[];
  /** The nearest asker who may: a flag first, then the fewest steps up; null when allowed already, or nobody is. */
  smallestChange(asker: Asker, thing: string, act: string): Change | null;
}

async function buildEnforcer(model: string, policy: string): Promise<{ enforcer: Enforcer; rows: PolicyRow[] }> {
  const { rows, faults } = readPolicy(policy);
  if (faults.length > 0) {
    throw new Error(faults.map(({ file, line, problem }) => `${file}:${line}: ${problem}`).join('\n'));
  }
  const enforcer = await newEnforcer(newModelFromString(model), rowsAdapter(rows));
  const groupings = [await enforcer.getGroupingPolicy(), await enforcer.getNamedGroupingPolicy('g2')];
  const loaded = [await enforcer.getPolicy(), ...groupings].flat();
  const said = new Set(rows.map((row) => row.text)).size;
  if (loaded.length !== said) {
    throw new Error(`policy.csv has ${said} different rows, casbin took ${loaded.length} of them`);
  }
  return { enforcer, rows };
}

/**
 * Casbin goes through every row at each question, and nearly all of them speak of other things: gives the same enforcer
 * with no rows before it but those of a thing, and that of who may everything.
 */
function narrowed(enforcer: Enforcer): (thing: string) => Enforcer {
  const assertion = enforcer.getModel().model.get('p')!.get('p')!;
  const thingAt = assertion.tokens.indexOf('p_thing');
  const everywhere = assertion.policy.filter((row) => row[thingAt] === EVERY);
  const rowsOf = new Map<string, string[][]>();
  for (const row of assertion.policy) {
    const thing = row[thingAt]!;
    if (!rowsOf.has(thing))
      rowsOf.set(
        thing,
        assertion.policy.filter((one) => [thing, EVERY].includes(one[thingAt]!)),
      );
  }
  return (thing) => {
    assertion.policy = rowsOf.get(thing) ?? everywhere;
    return enforcer;
  };
}

/** Remembers answers: the policy never changes, and every call asks. */
function remember(decide: Can['may'], rows: readonly PolicyRow[], flags: readonly string[]): Can['may'] {
  const pairs = new Set(thingsOf(rows).flatMap(({ thing, acts }) => acts.map((act) => `${thing} ${act}`)));
  const roles: ReadonlySet<string> = new Set(ROLES);
  const answers = new Map<string, boolean>();
  return (asker, thing, act) => {
    // What nobody declared is answered but not kept, so that the memory is bounded whatever is asked.
    if (!roles.has(asker.role) || !pairs.has(`${thing} ${act}`)) return decide(asker, thing, act);
    let key = `${asker.role} ${thing} ${act}`;
    for (const flag of flags) if (asker.flags.includes(flag)) key += ` ${flag}`;
    let answer = answers.get(key);
    if (answer === undefined) answers.set(key, (answer = decide(asker, thing, act)));
    return answer;
  };
}

/**
 * Builds the one enforcer from the texts of model.conf and policy.csv. It takes texts because
 * the policy explorer builds others than that on disk. Rejects when a line of the policy would not be heard.
 */
export async function createCan(model: string, policy: string): Promise<Can> {
  const { enforcer, rows } = await buildEnforcer(model, policy);
  const lines = new Map(rows.map((row) => [row.text, row.line]));
  const flags = [...new Set(grantsOf(rows).map((grant) => grant.flag))].filter((flag) => flag !== NO_FLAG);
  const about = narrowed(enforcer);
  const decide: Can['may'] = (asker, thing, act) => about(thing).enforceSync(asker.role, asker.flags, thing, act);
  const may = remember(decide, rows, flags);
  const flagThatWouldDo = (asker: Asker, thing: string, act: string) =>
    flags.find(
      (flag) => flag !== IMPERSONATED_FLAG && may({ role: asker.role, flags: [...asker.flags, flag] }, thing, act),
    );

  const explain: Can['explain'] = (asker, thing, act) => {
    const [allowed, reason] = about(thing).enforceExSync(asker.role, asker.flags, thing, act);
    const because = ['p', ...reason].join(', ');
    if (allowed) return { allowed, because, line: lines.get(because) ?? 0 };
    const missing = flagThatWouldDo(asker, thing, act);
    if (missing === undefined) return { allowed: false, refusal: 'role' };
    return { allowed: false, refusal: missing === SELF_FLAG ? 'role' : 'plan', missing };
  };

  const whoMay: Can['whoMay'] = (thing, act) =>
    ROLES.flatMap((role) => {
      if (may({ role, flags: [] }, thing, act)) return [{ role, flag: NO_FLAG }];
      return flags.filter((flag) => may({ role, flags: [flag] }, thing, act)).map((flag) => ({ role, flag }));
    });

  const smallestChange: Can['smallestChange'] = (asker, thing, act) => {
    if (may(asker, thing, act)) return null;
    const steps = rolesAbove(rows, asker.role);
    // Another line of roles is further away than any role above.
    const distance = (role: string) => steps.get(role) ?? steps.size + ROLES.length;
    const changes = ROLES.flatMap((role): Change[] => {
      if (may({ role, flags: asker.flags }, thing, act)) return [{ role }];
      const flag = flagThatWouldDo({ role, flags: asker.flags }, thing, act);
      return flag === undefined ? [] : [{ role, flag }];
    });
    return (
      changes.sort((a, b) => distance(a.role) - distance(b.role) || Number(!!a.flag) - Number(!!b.flag))[0] ?? null
    );
  };

  return { may, explain, things: () => thingsOf(rows), whoMay, smallestChange };
}

import { answerOf, type Expectation } from './cases.ts';
import type { Policy } from './policy.ts';
import type { ResourceWithActions } from './policy-rows.ts';
import { FRESH_FLAG, IMPERSONATED_FLAG, IMPERSONATOR, KEY_ROLES, NO_FLAG, ROLES, SELF_FLAG } from './vocabulary.ts';

const ALWAYS = 'sim';
const NEVER = '-';
const BY_PLAN = 'plano';
const BY_SELF = 'própria';
const BY_FRESH = 'confirmada';
const WORDS: Record<Expectation, string> = { yes: ALWAYS, no: NEVER, plan: BY_PLAN };

/** Null if no key may; with whether the plan must include a flag. */
export function lowestKeyRole(
  policy: Policy,
  resource: string,
  action: string,
): { role: string; byPlan: boolean } | null {
  for (const role of KEY_ROLES) {
    const answer = answerOf(policy, { role, flags: [], resource, action });
    if (answer !== 'no') return { role, byPlan: answer === 'plan' };
  }
  return null;
}

function keyCell(policy: Policy, resource: string, action: string): string {
  const lowest = lowestKeyRole(policy, resource, action);
  if (!lowest) return NEVER;
  return lowest.byPlan ? `${lowest.role} e ${BY_PLAN}` : lowest.role;
}

/**
 * A line per resource and action, a column per role: `sim`, `-`, `plano` (flag in the last column), `própria` (only
 * in the user's own session) or `confirmada` (and that is fresh); then staff who act for a customer, and the lowest role that an API key needs.
 */
export function policyTable(policy: Policy, catalogue: readonly ResourceWithActions[]): string[][] {
  const lines = catalogue.flatMap(({ resource, actions }) =>
    actions.map((action) => {
      const allowed = policy.whoCan(resource, action);
      const cells = ROLES.map((role) => {
        const flags = allowed
          .filter((one) => one.role === role && one.flag !== IMPERSONATED_FLAG)
          .map((one) => one.flag);
        if (flags.length === 0) return NEVER;
        if (flags.includes(NO_FLAG)) return ALWAYS;
        if (flags.includes(SELF_FLAG)) return BY_SELF;
        return flags.includes(FRESH_FLAG) ? BY_FRESH : BY_PLAN;
      });
      const flags = [...new Set(allowed.map((one) => one.flag))].filter((flag) => flag !== NO_FLAG);
      const onBehalf = WORDS[answerOf(policy, { ...IMPERSONATOR, resource, action })];
      return [resource, action, ...cells, onBehalf, keyCell(policy, resource, action), flags.join('|')];
    }),
  );
  return [['recurso', 'ação', ...ROLES, 'em nome de um cliente', 'com chave de API', 'exige'], ...lines];
}

/** A column per role of a key. Public actions, which need no key, and actions that no key may perform are missing. */
export function keyTable(policy: Policy, catalogue: readonly ResourceWithActions[]): string[][] {
  const lines = catalogue.flatMap(({ resource, actions }) =>
    actions
      .filter((action) => answerOf(policy, { role: 'ANYONE', flags: [], resource, action }) === 'no')
      .filter((action) => lowestKeyRole(policy, resource, action))
      .map((action) => {
        const cells = KEY_ROLES.map((role) => WORDS[answerOf(policy, { role, flags: [], resource, action })]);
        return [resource, action, ...cells];
      }),
  );
  return [['recurso', 'ação', ...KEY_ROLES], ...lines];
}

export function aligned(table: readonly string[][]): string {
  const [heading = [], ...lines] = table;
  const widths = heading.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  const draw = (line: readonly string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [draw(heading), widths.map((width) => '-'.repeat(width)).join('  '), ...lines.map(draw)].join('\n');
}

/** No cell contains a comma. */
export const asCsv = (table: readonly string[][]) => table.map((line) => line.join(',')).join('\n');

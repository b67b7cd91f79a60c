import { type Case, CUSTOMER_ROLES } from './cases.ts';
import { actionsOf, grantsOf, readPolicy } from './policy-rows.ts';
import { FLAGS, FRESH_FLAG, IMPERSONATOR, NO_FLAG, PLAN_FLAGS, ROLES, SELF_FLAG } from './vocabulary.ts';

const ALL_FLAGS = FLAGS.filter((flag) => flag !== NO_FLAG);
/** Nobody has the second without the first. */
const lost = (flag: string) => (flag === SELF_FLAG ? [SELF_FLAG, FRESH_FLAG] : [flag]);

/**
 * Returns the lines that cases.csv lacks for the rows of policy.csv about customers: that the role may, and that the next lower
 * role, staff, and the role without the row's flag may not. A person reads them before they are added.
 */
export function missingCases(policyText: string, cases: readonly Case[]): string[] {
  const { rows } = readPolicy(policyText);
  const asked = new Set(cases.map(({ resource, action }) => `${resource} ${action}`));
  const groups = new Map<string, string[]>();
  for (const { role, flag, resource, action } of grantsOf(rows)) {
    const key = [role, flag, resource].join();
    const missing = actionsOf(rows, action).filter((one) => !asked.has(`${resource} ${one}`));
    if (missing.length > 0 && CUSTOMER_ROLES.includes(role)) groups.set(key, [...(groups.get(key) ?? []), ...missing]);
  }
  return [...groups].flatMap(([key, actions]) => {
    const [role = '', flag = '', resource = ''] = key.split(',');
    const line = (who: string, flags: readonly string[], expected: string, because: string) =>
      [who, flags.join('|'), resource, actions.join('|'), expected, because].join();
    const lowest = `só a partir de ${role}`;
    if (flag === NO_FLAG) return line(role, [], 'from', lowest);
    const isOfPlan = (PLAN_FLAGS as readonly string[]).includes(flag);
    const others = ALL_FLAGS.filter((one) => !lost(flag).includes(one));
    return [
      line(role, [flag], 'yes', lowest),
      line(ROLES[ROLES.findIndex((one) => one === role) - 1] ?? '', ALL_FLAGS, 'no', lowest),
      line('WM_FINANCIAL', ALL_FLAGS, 'no', 'a equipe não entra nos dados de um cliente sem impersonação'),
      line(isOfPlan ? role : IMPERSONATOR.role, others, isOfPlan ? 'plan' : 'no', `só com ${flag}`),
    ];
  });
}

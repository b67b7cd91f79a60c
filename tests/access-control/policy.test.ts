import { newEnforcer, newModelFromString, StringAdapter } from 'casbin';
import { describe, expect, test } from 'vitest';
import { createCan } from '../../access-control/can.ts';
import { failingCases, readCases, type Case } from '../../access-control/cases.ts';
import { lintPolicy } from '../../access-control/lint-policy.ts';
import { readPolicyTexts } from '../../access-control/policy-files.ts';
import { actsOf, grantsOf, readPolicy } from '../../access-control/policy-rows.ts';
import { EVERY, FLAGS, IMPERSONATED_FLAG, NO_FLAG, ROLES, SELF_FLAG } from '../../access-control/vocabulary.ts';
import { resources } from '../../resources/index.ts';
import * as session from '../../src/shared/session.ts';

/** The calls of what is no resource. */
const SOCIAL = ['social', 'social-start', 'social-callback', 'social-code'];
const OTHER_CALLS = [
  { thing: 'health', acts: ['show'] },
  { thing: 'api-description', acts: ['show'] },
  {
    thing: 'session',
    acts: [
      'register',
      'verify',
      'resend-code',
      'login',
      'logout',
      'refresh',
      'recover',
      'reset',
      'invitation',
      'accept',
      ...SOCIAL,
      'show',
    ],
  },
  { thing: 'profile', acts: ['show', 'edit', 'change-password', 'first-steps'] },
  { thing: 'account', acts: ['show', 'edit', 'delete', 'undo-deletion', 'export'] },
  { thing: 'account-credits', acts: ['give', 'list'] },
  { thing: 'impersonation', acts: ['enter', 'leave'] },
  { thing: 'general-settings', acts: ['show', 'edit'] },
  { thing: 'policy', acts: ['show', 'ask', 'compare'] },
  { thing: 'usage-figures', acts: ['show'] },
  { thing: 'billing-figures', acts: ['list', 'show'] },
  { thing: 'staff', acts: ['list', 'create', 'edit', 'delete'] },
  { thing: 'seo-evaluations', acts: ['show'] },
  { thing: 'chat', acts: ['show', 'ask', 'history', 'rate', 'end', 'give-feedback', 'preview'] },
  { thing: 'widget-origins', acts: ['show', 'edit', 'check'] },
  { thing: 'appearance', acts: ['show', 'edit'] },
  { thing: 'appearance-versions', acts: ['list', 'restore'] },
  { thing: 'widget-images', acts: ['create'] },
  { thing: 'demo-links', acts: ['list', 'create', 'delete', 'open'] },
  { thing: 'dashboard', acts: ['show'] },
  { thing: 'interaction-monitoring', acts: ['show', 'feedback'] },
  { thing: 'improvements', acts: ['show', 'create'] },
  { thing: 'phrasings', acts: ['list', 'create', 'decide', 'automate'] },
  { thing: 'test-questions', acts: ['list', 'show', 'create', 'edit', 'delete', 'run', 'hold'] },
  { thing: 'weekly-mail', acts: ['show', 'edit', 'stop'] },
  { thing: 'limits', acts: ['show', 'edit'] },
  { thing: 'credit-limits', acts: ['show', 'edit'] },
  { thing: 'notices', acts: ['list', 'dismiss'] },
  { thing: 'plans', acts: ['browse', 'list', 'show'] },
  {
    thing: 'subscription',
    acts: [
      ...['show', 'quote', 'checkout', 'change', 'cancel', 'reactivate', 'cancel-change', 'payment-method', 'prepaid'],
    ],
  },
  { thing: 'webhooks', acts: ['receive'] },
  { thing: 'sandbox', acts: ['confirm'] },
  { thing: 'plan-catalogue', acts: ['list', 'create', 'edit'] },
  { thing: 'pack-catalogue', acts: ['list', 'create', 'edit'] },
  { thing: 'sandbox-clock', acts: ['show', 'advance'] },
  { thing: 'billing-events', acts: ['list'] },
  { thing: 'models', acts: ['list', 'show', 'create', 'edit', 'delete', 'test'] },
  { thing: 'model-choice', acts: ['show', 'edit'] },
];
const declared = [...resources.map(({ name, acts }) => ({ thing: name, acts: [...acts] })), ...OTHER_CALLS];

const texts = await readPolicyTexts();
const { rows } = readPolicy(texts.policy);
const { cases } = readCases(texts.cases);

/** The rows that speak of one thing, or of whom and what belongs to whom: no other decides about it. */
const about = (policy: string, thing: string) =>
  policy
    .split('\n')
    .filter((line) => !line.startsWith('p,') || [thing, EVERY].includes(line.split(',')[3]?.trim() ?? ''))
    .join('\n');

/** The cases that notice when the shipped texts are changed; of one thing alone when the change touches no other. */
async function noticed(changed: { model?: string; policy?: string }, thing?: string): Promise<Case[]> {
  const policy = changed.policy ?? texts.policy;
  const can = await createCan(changed.model ?? texts.model, thing === undefined ? policy : about(policy, thing));
  const asked = thing === undefined ? cases : cases.filter((one) => one.thing === thing);
  return failingCases(can, asked).map((failing) => failing.asked);
}
const withLine = (line: number, replacement: string) =>
  texts.policy
    .split('\n')
    .map((content, index) => (index + 1 === line ? replacement : content))
    .join('\n');

describe('the shipped policy', () => {
  test('answers every case as expected', async () => {
    expect(cases.length).toBeGreaterThan(100);
    const can = await createCan(texts.model, texts.policy);
    expect(failingCases(can, cases)).toEqual([]);
  });

  test('has no fault in any line, and asks about exactly what is declared', () => {
    expect(lintPolicy(texts, declared)).toEqual([]);
  });

  test('knows the roles and flags that sessions carry, and MEMBER and ANYONE below them', () => {
    expect([...ROLES].sort()).toEqual([...session.ROLES, 'MEMBER', 'ANYONE'].sort());
    expect(SELF_FLAG).toBe(session.SELF_FLAG);
    expect(IMPERSONATED_FLAG).toBe(session.IMPERSONATED_FLAG);
    expect([...FLAGS].sort()).toEqual([...session.PLAN_FLAGS, SELF_FLAG, IMPERSONATED_FLAG, NO_FLAG].sort());
  });

  test('opens every declared act to somebody', async () => {
    const can = await createCan(texts.model, texts.policy);
    const granted = can.things().flatMap(({ thing, acts }) => acts.map((act) => `${thing} ${act}`));
    const every = declared.flatMap(({ thing, acts }) => acts.map((act) => `${thing} ${act}`));
    const staffAlone = [
      ...['accounts', 'models', 'model-choice', 'general-settings', 'queue', 'platform-audit-log'],
      ...['plan-catalogue', 'pack-catalogue', 'sandbox-clock', 'billing-events', 'gateway-events', 'account-credits'],
      'staff',
    ];
    const isStaffAlone = (pair: string) =>
      (staffAlone.includes(pair.split(' ')[0]!) && pair !== 'accounts list') || pair === 'impersonation enter';
    expect(every.filter((pair) => !granted.includes(pair) && !isStaffAlone(pair))).toEqual([]);
    expect(granted.filter(isStaffAlone)).toEqual([]);
  });
});

describe('every row is decisive: some case notices when', () => {
  test.each(rows.map((row) => [row.text, row]))('[%s] is removed', async (_, row) => {
    const thing = grantsOf([row])[0]?.thing;
    expect(await noticed({ policy: withLine(row.line, '') }, thing === EVERY ? undefined : thing)).not.toEqual([]);
  });

  const grants = grantsOf(rows).filter((grant) => grant.thing !== EVERY);
  test.each(grants.map((grant) => [grant.row.text, grant]))('[%s] goes to another role', async (_, grant) => {
    for (const role of ROLES.filter((other) => other !== grant.role && other !== 'WM_ADMIN')) {
      const changed = `p, ${role}, ${grant.flag}, ${grant.thing}, ${grant.act}`;
      expect(await noticed({ policy: withLine(grant.row.line, changed) }, grant.thing), changed).not.toEqual([]);
    }
  });

  test.each(grants.map((grant) => [grant.row.text, grant]))('[%s] asks for another flag', async (_, grant) => {
    for (const flag of FLAGS.filter((other) => other !== grant.flag)) {
      const changed = `p, ${grant.role}, ${flag}, ${grant.thing}, ${grant.act}`;
      expect(await noticed({ policy: withLine(grant.row.line, changed) }, grant.thing), changed).not.toEqual([]);
    }
  });
});

test('a right given to whoever lacks it is noticed by some case', async () => {
  const can = await createCan(texts.model, texts.policy);
  const unnoticed: string[] = [];
  for (const { thing, acts } of declared) {
    const asked = cases.filter((one) => one.thing === thing && one.expected !== 'yes');
    const enforcer = await newEnforcer(newModelFromString(texts.model), new StringAdapter(about(texts.policy, thing)));
    for (const act of acts) {
      for (const role of ROLES) {
        for (const flag of FLAGS.filter((one) => !can.may({ role, flags: [one] }, thing, act))) {
          const given = [role, flag, thing, act];
          await enforcer.addPolicy(...given);
          // What is refused by the plan and no more by the role shows in the whole answer alone.
          const isNoticed =
            asked.some((one) => enforcer.enforceSync(one.role, one.flags, thing, one.act)) ||
            (await noticed({ policy: `${texts.policy}p, ${given.join(', ')}\n` }, thing)).length > 0;
          await enforcer.removePolicy(...given);
          if (!isNoticed) unnoticed.push(given.join(', '));
        }
      }
    }
  }
  expect(unnoticed).toEqual([]);
}, 120_000);

describe('every part of the matcher is decisive', () => {
  const changes: [string, string, string][] = [
    ['WM_ADMIN needs its clause', '(r.role == "WM_ADMIN" && p.role == "WM_ADMIN") || ', ''],
    ['the clause looks at who asks', 'r.role == "WM_ADMIN" && ', ''],
    ['the role counts', ' g(r.role, p.role) &&', ''],
    ['roles inherit', 'g(r.role, p.role)', 'r.role == p.role'],
    ['the flag counts', '(p.flag == "any" || (p.flag in r.flags)) && ', ''],
    ['a row may ask for no flag', 'p.flag == "any" || ', ''],
    ['`in` needs its own parentheses', '(p.flag in r.flags)', 'p.flag in r.flags'],
    ['the act counts', ' && g2(r.act, p.act)', ''],
    ['acts come in groups', 'g2(r.act, p.act)', 'r.act == p.act'],
  ];
  test.each(changes)('%s', async (_, part, replacement) => {
    expect(texts.model).toContain(part);
    expect(await noticed({ model: texts.model.replace(part, replacement) })).not.toEqual([]);
  });
});

describe('the thing counts', () => {
  const wholly = (model: string) => newEnforcer(newModelFromString(model), new StringAdapter(texts.policy));

  test('in the matcher, to which all rows are shown', async () => {
    const enforcer = await wholly(texts.model.replace('p.thing == r.thing && ', ''));
    const refused = cases.filter(({ expected }) => expected !== 'yes');
    expect(refused.some((one) => enforcer.enforceSync(one.role, one.flags, one.thing, one.act))).toBe(true);
  });

  test('before it: who is shown the rows of a thing alone answers as if he were shown all', async () => {
    const enforcer = await wholly(texts.model);
    const can = await createCan(texts.model, texts.policy);
    const others = [];
    for (const { thing, acts } of [...declared, { thing: 'nothing', acts: ['show'] }])
      for (const act of acts)
        for (const role of ROLES)
          for (const flags of [[], ...FLAGS.map((flag) => [flag])])
            if (can.explain({ role, flags }, thing, act).allowed !== enforcer.enforceSync(role, flags, thing, act))
              others.push({ role, flags, thing, act });
    expect(others).toEqual([]);
  });
});

test('a group is made of acts that the policy could name one by one', () => {
  expect(actsOf(rows, 'view')).toEqual(['list', 'show']);
  expect(actsOf(rows, 'manage')).toEqual(['create', 'edit', 'delete']);
  expect(actsOf(rows, 'retry')).toEqual(['retry']);
});

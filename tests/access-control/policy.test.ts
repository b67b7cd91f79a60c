import { newEnforcer, newModelFromString, StringAdapter } from 'casbin';
import { describe, expect, test } from 'vitest';
import { type Case, failingCases, readCases } from '../../access-control/cases.ts';
import { guardedObjects } from '../../access-control/guarded-fields.ts';
import { lintPolicy } from '../../access-control/lint-policy.ts';
import { createPolicy } from '../../access-control/policy.ts';
import { readPolicyTexts } from '../../access-control/policy-files.ts';
import { actionsOf, grantsOf, readPolicy } from '../../access-control/policy-rows.ts';
import {
  EVERY,
  FLAGS,
  FRESH_FLAG,
  IMPERSONATED_FLAG,
  KEY_ROLES,
  NO_FLAG,
  ROLES,
  SELF_FLAG,
} from '../../access-control/vocabulary.ts';
import { resources } from '../../resources/index.ts';
import * as known from '../../src/shared/roles.ts';
import { isTried } from '../support/operations.ts';

/** Calls that do not belong to a declared resource. */
const SOCIAL = ['social', 'social-start', 'social-callback', 'social-code'];
const OTHER_CALLS = [
  { resource: 'health', actions: ['show'] },
  { resource: 'api-description', actions: ['show'] },
  {
    resource: 'session',
    actions: [
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
      'factor',
      'passkey-start',
      'passkey',
      'show',
    ],
  },
  { resource: 'profile', actions: ['show', 'edit', 'change-password', 'first-steps'] },
  { resource: 'second-factor', actions: ['show', 'confirm', 'rename', 'add', 'remove', 'renew-codes'] },
  { resource: 'own-sessions', actions: ['list', 'end'] },
  { resource: 'account', actions: ['show', 'edit', 'require-factor', 'delete', 'undo-deletion', 'export'] },
  { resource: 'access-review', actions: ['show', 'export'] },
  { resource: 'account-credits', actions: ['give', 'list'] },
  { resource: 'account-sessions', actions: ['list', 'end', 'reset-factor'] },
  { resource: 'impersonation', actions: ['choose', 'enter', 'leave'] },
  { resource: 'general-settings', actions: ['show', 'edit'] },
  { resource: 'policy', actions: ['show', 'ask', 'compare'] },
  { resource: 'usage-figures', actions: ['show'] },
  { resource: 'billing-figures', actions: ['show'] },
  { resource: 'staff', actions: ['list', 'create', 'edit', 'delete', 'reset-factor'] },
  { resource: 'seo-evaluations', actions: ['show'] },
  {
    resource: 'chat',
    actions: ['show', 'ask', 'history', 'rate', 'end', 'leave-message', 'identify', 'talk', 'give-feedback', 'preview'],
  },
  { resource: 'inbox', actions: ['list', 'show', 'take', 'reply', 'transfer', 'close'] },
  { resource: 'handover', actions: ['show', 'edit'] },
  { resource: 'identity-secret', actions: ['show', 'rotate'] },
  { resource: 'widget-origins', actions: ['show', 'edit', 'check'] },
  { resource: 'public-page', actions: ['show', 'edit'] },
  { resource: 'appearance', actions: ['show', 'edit'] },
  { resource: 'widget-images', actions: ['create'] },
  { resource: 'dashboard', actions: ['show'] },
  { resource: 'interaction-monitoring', actions: ['show', 'feedback'] },
  { resource: 'improvements', actions: ['show', 'create'] },
  { resource: 'phrasings', actions: ['list', 'create', 'decide', 'automate'] },
  { resource: 'weekly-mail', actions: ['show', 'edit', 'stop'] },
  { resource: 'limits', actions: ['show', 'edit'] },
  { resource: 'credit-limits', actions: ['show', 'edit'] },
  { resource: 'plans', actions: ['browse', 'list', 'show'] },
  {
    resource: 'subscription',
    actions: [
      ...['show', 'quote', 'checkout', 'change', 'cancel', 'reactivate', 'cancel-change', 'payment-method', 'prepaid'],
    ],
  },
  { resource: 'webhooks', actions: ['receive'] },
  { resource: 'sandbox', actions: ['confirm'] },
  { resource: 'sandbox-clock', actions: ['show', 'advance'] },
  { resource: 'billing-events', actions: ['list'] },
  { resource: 'model-choice', actions: ['show', 'edit'] },
];
const declared = [
  ...resources.map(({ name, actions }) => ({ resource: name, actions: [...actions] })),
  ...guardedObjects(),
  ...OTHER_CALLS,
];

const texts = await readPolicyTexts();
const { rows } = readPolicy(texts.policy);
const { cases } = readCases(texts.cases);

/**
 * Returns the policy reduced to the rows about one resource and the inheritance rows. No other row can affect that
 * resource.
 */
const about = (policy: string, resource: string) =>
  policy
    .split('\n')
    .filter((line) => !line.startsWith('p,') || [resource, EVERY].includes(line.split(',')[3]?.trim() ?? ''))
    .join('\n');

/**
 * Returns the cases that fail with the changed texts. Pass the resource when the change affects no other, which is
 * much faster.
 */
async function noticed(changed: { model?: string; policy?: string }, resource?: string): Promise<Case[]> {
  const text = changed.policy ?? texts.policy;
  const policy = await createPolicy(
    changed.model ?? texts.model,
    resource === undefined ? text : about(text, resource),
  );
  const selected = resource === undefined ? cases : cases.filter((one) => one.resource === resource);
  return failingCases(policy, selected).map((failing) => failing.policyCase);
}
const withLine = (line: number, replacement: string) =>
  texts.policy
    .split('\n')
    .map((content, index) => (index + 1 === line ? replacement : content))
    .join('\n');

describe('the shipped policy', () => {
  test('passes every case', async () => {
    expect(cases.length).toBeGreaterThan(100);
    const policy = await createPolicy(texts.model, texts.policy);
    expect(failingCases(policy, cases)).toEqual([]);
  });

  test('has no lint fault, and its cases cover exactly the declared actions', () => {
    expect(lintPolicy(texts, declared)).toEqual([]);
  });

  test('knows the roles and flags of sessions, plus MEMBER and ANYONE', () => {
    expect([...ROLES].sort()).toEqual([...known.ROLES, 'MEMBER', 'ANYONE'].sort());
    expect([...KEY_ROLES].reverse()).toEqual(known.API_KEY_ROLES);
    expect(SELF_FLAG).toBe(known.SELF_FLAG);
    expect(FRESH_FLAG).toBe(known.FRESH_FLAG);
    expect(IMPERSONATED_FLAG).toBe(known.IMPERSONATED_FLAG);
    expect([...FLAGS].sort()).toEqual([...known.PLAN_FLAGS, SELF_FLAG, FRESH_FLAG, IMPERSONATED_FLAG, NO_FLAG].sort());
  });

  test('grants every declared action to some role', async () => {
    const policy = await createPolicy(texts.model, texts.policy);
    const granted = policy
      .resources()
      .flatMap(({ resource, actions }) => actions.map((action) => `${resource} ${action}`));
    const every = declared.flatMap(({ resource, actions }) => actions.map((action) => `${resource} ${action}`));
    const staffAlone = [
      ...['models', 'model-choice', 'general-settings', 'plan-catalogue', 'pack-catalogue', 'sandbox-clock'],
      ...['gateway-events', 'staff'],
    ];
    const alone = [
      ...['impersonation enter', 'platform-invoices refund', 'accounts change-plan', 'account-credits give'],
      ...['account-sessions end', 'account-sessions reset-factor', 'queue retry', 'platform-audit-log export'],
    ];
    const isStaffAlone = (pair: string) => staffAlone.includes(pair.split(' ')[0]!) || alone.includes(pair);
    expect(every.filter((pair) => !granted.includes(pair) && !isStaffAlone(pair))).toEqual([]);
    expect(granted.filter(isStaffAlone)).toEqual([]);
  });
});

describe('every row matters: a case fails when', () => {
  test.each(rows.map((row) => [row.text, row]))('[%s] is removed', async (_, row) => {
    const resource = grantsOf([row])[0]?.resource;
    expect(await noticed({ policy: withLine(row.line, '') }, resource === EVERY ? undefined : resource)).not.toEqual(
      [],
    );
  });

  const grants = grantsOf(rows).filter((grant) => grant.resource !== EVERY && isTried(grant));
  test.each(grants.map((grant) => [grant.row.text, grant]))('[%s] goes to another role', async (_, grant) => {
    for (const role of ROLES.filter((other) => other !== grant.role && other !== 'WM_ADMIN')) {
      const changed = `p, ${role}, ${grant.flag}, ${grant.resource}, ${grant.action}`;
      expect(await noticed({ policy: withLine(grant.row.line, changed) }, grant.resource), changed).not.toEqual([]);
    }
  });

  test.each(grants.map((grant) => [grant.row.text, grant]))('[%s] requires another flag', async (_, grant) => {
    for (const flag of FLAGS.filter((other) => other !== grant.flag)) {
      const changed = `p, ${grant.role}, ${flag}, ${grant.resource}, ${grant.action}`;
      expect(await noticed({ policy: withLine(grant.row.line, changed) }, grant.resource), changed).not.toEqual([]);
    }
  });
});

test('a case fails when any additional permission is granted', async () => {
  const policy = await createPolicy(texts.model, texts.policy);
  const unnoticed: string[] = [];
  for (const { resource, actions } of declared.filter(isTried)) {
    const denied = cases.filter((one) => one.resource === resource && one.expected !== 'yes');
    const enforcer = await newEnforcer(
      newModelFromString(texts.model),
      new StringAdapter(about(texts.policy, resource)),
    );
    for (const action of actions) {
      for (const role of ROLES) {
        // A fresh session is always the user's own, so `fresh` adds nothing to a row with `self`.
        const held = (one: string) => (one === FRESH_FLAG ? [SELF_FLAG, one] : [one]);
        for (const flag of FLAGS.filter((one) => !policy.can({ role, flags: held(one) }, resource, action))) {
          const given = [role, flag, resource, action];
          await enforcer.addPolicy(...given);
          // A refusal that changes only from role to plan is visible only in the complete answer.
          const isNoticed =
            denied.some((one) => enforcer.enforceSync(one.role, one.flags, resource, one.action)) ||
            (await noticed({ policy: `${texts.policy}p, ${given.join(', ')}\n` }, resource)).length > 0;
          await enforcer.removePolicy(...given);
          if (!isNoticed) unnoticed.push(given.join(', '));
        }
      }
    }
  }
  expect(unnoticed).toEqual([]);
}, 120_000);

describe('every part of the matcher matters', () => {
  const changes: [string, string, string][] = [
    ['WM_ADMIN needs its clause', '(r.role == "WM_ADMIN" && p.role == "WM_ADMIN") || ', ''],
    ['the clause checks the role of the asker', 'r.role == "WM_ADMIN" && ', ''],
    ['the role counts', ' g(r.role, p.role) &&', ''],
    ['roles inherit', 'g(r.role, p.role)', 'r.role == p.role'],
    ['the flag counts', '(p.flag == "any" || (p.flag in r.flags)) && ', ''],
    ['a row may require no flag', 'p.flag == "any" || ', ''],
    ['`in` needs its own parentheses', '(p.flag in r.flags)', 'p.flag in r.flags'],
    ['the action counts', ' && g2(r.action, p.action)', ''],
    ['actions come in groups', 'g2(r.action, p.action)', 'r.action == p.action'],
  ];
  test.each(changes)('%s', async (_, part, replacement) => {
    expect(texts.model).toContain(part);
    expect(await noticed({ model: texts.model.replace(part, replacement) })).not.toEqual([]);
  });
});

describe('the resource is compared', () => {
  const enforcerOf = (model: string) => newEnforcer(newModelFromString(model), new StringAdapter(texts.policy));

  test('in the matcher, when casbin receives all rows', async () => {
    const enforcer = await enforcerOf(texts.model.replace('p.resource == r.resource && ', ''));
    const refused = cases.filter(({ expected }) => expected !== 'yes');
    expect(refused.some((one) => enforcer.enforceSync(one.role, one.flags, one.resource, one.action))).toBe(true);
  });

  test('before the matcher: only the rows of a resource are needed for its answers', async () => {
    const enforcer = await enforcerOf(texts.model);
    const policy = await createPolicy(texts.model, texts.policy);
    const others = [];
    for (const { resource, actions } of [...declared, { resource: 'nothing', actions: ['show'] }])
      for (const action of actions)
        for (const role of ROLES)
          // A flag only ever adds permissions, so all of them together show what any of them would.
          for (const flags of [[], FLAGS])
            if (
              policy.explain({ role, flags }, resource, action).allowed !==
              enforcer.enforceSync(role, flags, resource, action)
            )
              others.push({ role, flags, resource, action });
    expect(others).toEqual([]);
  });
});

test('a group expands to its actions, and an action without a group to itself', () => {
  expect(actionsOf(rows, 'view')).toEqual(['list', 'show']);
  expect(actionsOf(rows, 'manage')).toEqual(['create', 'edit', 'delete']);
  expect(actionsOf(rows, 'retry')).toEqual(['retry']);
});

import { newEnforcer, newModelFromString, StringAdapter } from 'casbin';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPolicy } from '../../access-control/policy.ts';
import { openPolicy, readPolicyTexts } from '../../access-control/policy-files.ts';
import { FLAGS, ROLES } from '../../access-control/vocabulary.ts';

const { model, policy: policyText } = await readPolicyTexts();
const policy = await openPolicy();
const as = (role: string, ...flags: string[]) => ({ role, flags });
const pairs = policy
  .resources()
  .flatMap(({ resource, actions }) => actions.map((action): [string, string] => [resource, action]));

describe('can', () => {
  test('agrees with casbin for any sequence of questions', async () => {
    const casbin = await newEnforcer(newModelFromString(model), new StringAdapter(policyText));
    const role = fc.constantFrom(...ROLES, 'NOBODY', '', 'constructor');
    const flags = fc.subarray([...FLAGS, 'unknown'], { minLength: 0 });
    const pair = fc.constantFrom(...pairs, ['contents', 'view'], ['accounts', 'list'], ['nothing', 'show'], ['', '']);
    fc.assert(
      fc.property(fc.array(fc.tuple(role, flags, pair), { maxLength: 30 }), (questions) => {
        for (const [role, flags, [resource = '', action = '']] of questions) {
          expect(policy.can({ role, flags }, resource, action)).toBe(casbin.enforceSync(role, flags, resource, action));
        }
      }),
      { numRuns: 50 },
    );
  });

  test('never denies with more flags what it allows with fewer', () => {
    const flags = fc.subarray([...FLAGS]);
    const pair = fc.constantFrom(...pairs);
    fc.assert(
      fc.property(fc.constantFrom(...ROLES), flags, flags, pair, (role, some, more, [resource, action]) => {
        if (policy.can({ role, flags: some }, resource, action)) {
          expect(policy.can({ role, flags: [...some, ...more] }, resource, action)).toBe(true);
        }
      }),
    );
  });
});

describe('explain', () => {
  test('returns the deciding row and its line, also for an inherited row', () => {
    const line = policyText.split('\n').indexOf('p, WRITER, any, contents, manage') + 1;
    const because = 'p, WRITER, any, contents, manage';
    expect(policy.explain(as('WRITER'), 'contents', 'create')).toEqual({ allowed: true, because, line });
    expect(policy.explain(as('OWNER'), 'contents', 'create')).toEqual({ allowed: true, because, line });
  });

  test("always returns WM_ADMIN's own row as the reason", () => {
    for (const [resource, action] of [...pairs, ['accounts', 'list']] as [string, string][]) {
      const verdict = policy.explain(as('WM_ADMIN'), resource, action);
      expect(verdict).toMatchObject({ allowed: true, because: 'p, WM_ADMIN, any, every, every' });
    }
  });

  test('distinguishes a denial by plan, with the missing flag, from one by role', () => {
    const byPlan = { allowed: false, refusal: 'plan', missing: 'customizeWidget' };
    expect(policy.explain(as('ADMIN', 'limitPerContext'), 'appearance', 'edit')).toEqual(byPlan);
    expect(policy.explain(as('WRITER'), 'appearance', 'edit')).toEqual({ allowed: false, refusal: 'role' });
    expect(policy.explain(as('OWNER'), 'accounts', 'list')).toEqual({ allowed: false, refusal: 'role' });
  });

  test('does not suggest a plan upgrade to an impersonated session', async () => {
    const own = await createPolicy(model, `${policyText}p, OWNER, self, account, delete\n`);
    const refused = { allowed: false, refusal: 'role', missing: 'self' };
    expect(own.explain(as('OWNER', 'customizeWidget'), 'account', 'delete')).toEqual(refused);
    expect(own.can(as('OWNER', 'self'), 'account', 'delete')).toBe(true);
    expect(own.can(as('ADMIN', 'self'), 'account', 'delete')).toBe(false);
  });

  test('agrees with can', () => {
    for (const role of ROLES) {
      for (const [resource, action] of pairs) {
        expect(policy.explain(as(role), resource, action).allowed).toBe(policy.can(as(role), resource, action));
      }
    }
  });
});

describe('whoMay, smallestChange and resources', () => {
  test('lists every role that may, with the flag it needs', () => {
    expect(policy.whoCan('appearance', 'edit')).toEqual([
      { role: 'ADMIN', flag: 'customizeWidget' },
      { role: 'OWNER', flag: 'customizeWidget' },
      { role: 'WM_ADMIN', flag: 'any' },
    ]);
    expect(policy.whoCan('models', 'list')).toEqual([{ role: 'WM_ADMIN', flag: 'any' }]);
    expect(policy.whoCan('health', 'show').map(({ role }) => role)).toEqual([...ROLES]);
  });

  test.each([
    [as('READER'), 'contents', 'create', { role: 'WRITER' }],
    [as('READER'), 'invoices', 'list', { role: 'OWNER' }],
    [as('ANYONE'), 'profile', 'show', { role: 'MEMBER', flag: 'self' }],
    [as('ADMIN'), 'appearance', 'edit', { role: 'ADMIN', flag: 'customizeWidget' }],
    [as('READER'), 'appearance', 'edit', { role: 'ADMIN', flag: 'customizeWidget' }],
    [as('READER', 'customizeWidget'), 'appearance', 'edit', { role: 'ADMIN' }],
    [as('OWNER'), 'accounts', 'list', { role: 'WM_READER' }],
    [as('OWNER'), 'accounts', 'change-plan', { role: 'WM_ADMIN' }],
    [as('WM_FINANCIAL'), 'contents', 'list', { role: 'READER' }],
    [as('WRITER'), 'contents', 'create', null],
  ])('suggests the smallest change: %o for %s %s: %o', (asker, resource, action, change) => {
    expect(policy.smallestChange(asker, resource, action)).toEqual(change);
  });

  test('suggests a change that always grants the permission', () => {
    for (const role of ROLES) {
      for (const [resource, action] of pairs) {
        const change = policy.smallestChange(as(role), resource, action);
        if (change)
          expect(policy.can(as(change.role, ...(change.flag ? [change.flag] : [])), resource, action)).toBe(true);
        else expect(policy.can(as(role), resource, action)).toBe(true);
      }
    }
  });

  test('lists resources with their action groups expanded', () => {
    const contexts = { resource: 'contexts', actions: ['list', 'show', 'create', 'edit', 'delete', 'export'] };
    expect(policy.resources()).toContainEqual(contexts);
    expect(policy.resources().map(({ resource }) => resource)).not.toContain('every');
  });
});

describe('a policy that casbin would only partly read is rejected', () => {
  test.each([
    ['a kind that casbin silently drops', 'pp, READER, any, contents, view'],
    ['one column too few', 'p, READER, contents, view'],
    ['one column too many', 'p, READER, any, contents, view, allow'],
    ['a comment behind a row', 'p, READER, any, contents, view # all of them'],
    ['an indented comment', '  # contents'],
    ['a parenthesis that joins columns', 'p, READER, any, (contents, view)'],
    ['quotes', 'p, READER, any, "contents", view'],
    ['an empty column', 'p, READER, , contents, view'],
  ])('%s', async (_, line) => {
    const number = policyText.split('\n').length;
    await expect(createPolicy(model, policyText + line)).rejects.toThrow(`policy.csv:${number}: `);
  });
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screenTable } from '../../../src/console/providers/screens.ts';
import { resourcesOf } from '../../../src/console/refine-resources.ts';
import { screens } from '../../../src/console/screens.tsx';

const { above, all, labelAt, needsSession, screenAt } = screenTable(screens);
const refineResources = resourcesOf(screens);
const paths = all.flatMap(({ path }) => path ?? []);

/** The rows of the policy: which resources and actions it grants, and which actions belong to an action group. */
const rows = readFileSync(new URL('../../../access-control/policy.csv', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split(',').map((cell) => cell.trim()));
const groupsOf = (action: string) =>
  rows.flatMap(([kind, one, group]) => (kind === 'g2' && one === action ? [group] : []));
const isKnown = (resource: string, action: string) =>
  rows.some(
    ([kind, , , one, granted]) => kind === 'p' && one === resource && [action, ...groupsOf(action)].includes(granted),
  );
/** Resources that no row names: WM_ADMIN has them by the row that grants everything to that role. */
const OF_ADMINISTRATORS = [
  'accounts',
  'general-settings',
  'models',
  'plan-catalogue',
  'platform-audit-log',
  'queue',
  'staff',
];

test('gives every address to one screen', () => {
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  for (const screen of all)
    if (screen.path) expect(screenAt(screen.path.replaceAll(':', '')), screen.path).toBe(screen);
});

test('has a label, an existing group and a screen for every menu entry', () => {
  const links = all.filter(({ menu }) => menu);
  expect(links.filter(({ path, label, icon }) => !path || path.includes(':') || !label || !icon)).toEqual([]);
  const shown = refineResources.flatMap(({ list, meta }) => (list && !meta?.hide ? [String(list)] : []));
  expect(shown.sort()).toEqual(links.map(({ path }) => path).sort());
  const groups = refineResources.flatMap(({ name, list }) => (list ? [] : [name]));
  expect(all.flatMap(({ menu }) => menu?.group ?? []).filter((group) => !groups.includes(group))).toEqual([]);
  const names = refineResources.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('uses only permissions that the policy contains', () => {
  const permissions = all.flatMap(({ permission, menu }) =>
    [permission, menu?.permission].filter((one) => one !== undefined),
  );
  expect(permissions.length).toBeGreaterThan(30);
  const unknown = permissions.filter(
    ([resource, action]) => !isKnown(resource, action) && !OF_ADMINISTRATORS.includes(resource),
  );
  expect(unknown).toEqual([]);
});

test('requires a permission on every private screen except the start page', () => {
  const open = all.filter(
    ({ path, frame = 'workspace', permission }) => path && !permission && /work|bare/.test(frame),
  );
  expect(open.map(({ path }) => path)).toEqual(['/']);
});

test('has a label for every screen', () => {
  const nameless = paths.filter((path) => path !== '/preview/:id' && labelAt(path.replaceAll(':', '')) === undefined);
  expect(nameless).toEqual([]);
});

test('leads back from every list that has no menu entry', () => {
  const lists = all.flatMap(({ path, action, menu }) => (path && action === 'list' && !menu ? [path] : []));
  expect(Object.fromEntries([...lists, '/audit-log/access-review'].map((path) => [path, above(path)?.to]))).toEqual({
    '/admin/policy/decisions': '/admin/policy',
    '/audit-log/access-review': '/audit-log',
    '/audit-log/refusals': '/audit-log',
    '/inbox/close-reasons': '/inbox',
    '/inbox/prepared-answers': '/inbox',
    '/invoices': '/plan',
    '/settings/webhook-deliveries': '/settings/webhooks',
  });
  expect(above('/users')).toBeUndefined();
});

test.each([
  ['/', true],
  ['/knowledge-base/links/edit/1', true],
  ['/admin/login', true],
  ['/login', false],
  ['/invitation/abc', false],
  ['/terms', false],
  ['/nothing/here', false],
])('%s needs a session: %s', (path, isGuarded) => expect(needsSession(path)).toBe(isGuarded));

test('shows the frame before the program has loaded at the addresses that have it', () => {
  const early = readFileSync(new URL('../../../src/console/layout/early/draw-frame.ts', import.meta.url), 'utf8');
  const isElsewhere = new RegExp(/IS_ELSEWHERE =\s+\/(.*)\/;/.exec(early)?.[1] ?? '(?!)');
  // Signed-in users leave the guests' screens for the frame.
  const wrong = all.filter(
    ({ path, frame = 'workspace' }) => path && isElsewhere.test(path) !== ['bare', 'public'].includes(frame),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

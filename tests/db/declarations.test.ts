import { expect, it } from 'vitest';
import { resources } from '../../resources/index.ts';
import * as kit from '../../resources/kit/field.ts';
import type { Resource } from '../../resources/kit/resource.ts';
import { declarationFault } from '../../src/server/db/check-declarations.ts';

const good: Resource = {
  name: 'suppliers',
  scope: 'account',
  storage: 'derived',
  title: 'name',
  path: '',
  api: '/suppliers',
  fields: {
    name: kit.text(),
    site: kit.url(),
    mail: kit.email(),
    notes: kit.longText(),
    tags: kit.choices(['new', 'late']),
    size: kit.choice(['small', 'large']),
    since: kit.moment(),
    isOpen: kit.toggle(),
    boss: kit.reference('suppliers', { optional: true }),
  },
  list: { columns: ['name'], search: ['name'], filters: ['size', 'tags', 'since', 'boss'], sort: 'name' },
  form: [['name', 'size'], 'since'],
  actions: ['list', 'show', 'create', 'edit', 'delete'],
};
const withFields = (fields: Resource['fields']): Partial<Resource> => ({ fields: { ...good.fields, ...fields } });
const withList = (list: Partial<Resource['list']>): Partial<Resource> => ({ list: { ...good.list, ...list } });

const wrong: [string, Partial<Resource>][] = [
  ['there is no field nmae', withList({ columns: ['nmae'] })],
  ['there is no field nmae', { form: ['nmae'] }],
  ['there is no field nmae', withList({ sort: '-nmae' })],
  ['list.filters: name is a text, which list.search finds', withList({ filters: ['name'] })],
  ['list.filters: site is a url, which list.search finds', withList({ filters: ['site'] })],
  ['list.filters: mail is a email, which list.search finds', withList({ filters: ['mail'] })],
  ['list.filters: notes is a longText, which list.search finds', withList({ filters: ['notes'] })],
  ['list.search: size is a choice, not a text', withList({ search: ['size'] })],
  ['list.sort: a choices has no order', withList({ sort: 'tags' })],
  ['list.initial: isOpen is no filter by value', withList({ initial: { isOpen: ['true'] } })],
  ['list.initial: since is no filter by value', withList({ initial: { since: ['2026-01-01'] } })],
  ['list.export needs the action export and a sort', withList({ export: true })],
  ['list.live needs rows of an account, and pollMs', withList({ live: true })],
  ['list.live needs rows of an account, and pollMs', { scope: 'platform', ...withList({ live: true, pollMs: 1_000 }) }],
  [
    'list.import: people needs an initial value or to be optional, because a table cannot have a list',
    {
      ...withFields({ people: kit.list({ name: kit.text() }, { max: 3 }) }),
      ...withList({ import: true }),
      actions: ['list', 'create', 'import'],
    },
  ],
  ['related: there is no resource orders', { related: [{ resource: 'orders', by: 'boss' }] }],
  ['related: name is no filter of suppliers by suppliers', { related: [{ resource: 'suppliers', by: 'name' }] }],
  [
    'related: suppliers has no field nmae',
    { related: [{ resource: 'suppliers', by: 'boss', columns: ['name', 'nmae'] }] },
  ],
  [
    'cards.bySize: a guarded field cannot be counted',
    {
      ...withFields({ size: kit.choice(['small'], { optional: true, guarded: true }) }),
      cards: { bySize: { measure: 'count', by: 'size' } },
    },
  ],
  [
    'cards.byName: by is a choice or a toggle or, with days, a date or a moment',
    { cards: { byName: { measure: 'count', by: 'name' } } },
  ],
  [
    'cards.bySize: a sum, and nothing else, is of a number',
    { cards: { bySize: { measure: 'sum', by: 'size', of: 'notes' } } },
  ],
  ['cards.newest: days is from 1 to 366', { cards: { newest: { measure: 'count', by: 'since', days: 400 } } }],
  ['history needs the actions show and history', { history: true }],
  ['hasFormTabs: the form has fewer than two sections', { hasFormTabs: true }],
  ['hasFormTabs: the form has fewer than two sections', { hasFormTabs: true, sections: { main: ['name', 'size'] } }],
  [
    'name cannot be guarded, because it names or sorts the rows',
    withFields({ name: kit.text({ guarded: true, optional: true }) }),
  ],
  [
    'code cannot be guarded and unique, because a conflict would tell its value',
    withFields({ code: kit.text({ guarded: true, unique: true, optional: true }) }),
  ],
  [
    'code must be optional or have an initial value, because not everybody writes a guarded field',
    withFields({ code: kit.text({ guarded: true }) }),
  ],
  [
    'reason: when names a guarded field, which it would tell',
    withFields({
      isLate: kit.toggle({ initial: false, guarded: true }),
      reason: kit.when({ isLate: [true] }, kit.text()),
    }),
  ],
  [
    'total must be guarded like a field in its expression',
    withFields({ pay: kit.money({ optional: true, guarded: true }), total: kit.computed(kit.count(), '{pay} / 100') }),
  ],
  ['the engine stores no rows of the platform', { scope: 'platform' }],
  ['the engine has no action block', { actions: ['list', 'block'] }],
  ['a field cannot be named page', withFields({ page: kit.text() })],
  ['updatedAt must be a read-only moment', withFields({ updatedAt: kit.moment() })],
  ['code is read-only, so that nothing ever writes it', withFields({ code: kit.text({ readOnly: true }) })],
  ['stock has a max above 2147483647', withFields({ stock: kit.count({ max: 3_000_000_000 }) })],
  ['code: isBig is no toggle', withFields({ code: kit.text({ caseToggle: 'isBig' }) })],
  ['people: the first field of its items must be a text, which names them', withFields({ people: kit.list({}) })],
  [
    'people: an item cannot have the reference boss',
    withFields({ people: kit.list({ name: kit.text(), boss: kit.reference('suppliers') }) }),
  ],
  [
    'people: name can be neither unique nor read-only nor conditional',
    withFields({ people: kit.list({ name: kit.text({ unique: true }) }) }),
  ],
  [
    'reason: when.name is no choice or toggle of every row',
    withFields({ reason: kit.when({ name: ['x'] }, kit.text()) }),
  ],
  ['reason: when.size has an unknown value', withFields({ reason: kit.when({ size: ['huge'] }, kit.text()) })],
  ['total: {prize} is no stored field', withFields({ total: kit.computed(kit.count(), '{prize} + 1') })],
  [
    'total divides by what may be 0: write nullif({…}, 0)',
    withFields({ pieces: kit.count(), total: kit.computed(kit.count(), '100 / {pieces}') }),
  ],
  ['total: a image cannot be computed', withFields({ total: kit.computed(kit.image(), '1') })],
  ['paper needs a maxMb of 1 to 10', withFields({ paper: kit.file({ types: ['pdf'], maxMb: 20 }) })],
  ["paper: image is only for storage: 'derived'", { storage: 'owned', ...withFields({ paper: kit.image() }) }],
  [
    "total: computed is only for storage: 'derived'",
    { storage: 'owned', ...withFields({ total: kit.computed(kit.count(), '1') }) },
  ],
  ['kind references supplier-kinds, which is no resource', withFields({ kind: kit.reference('supplier-kinds') })],
  [
    'model cannot reference models, which does not belong to an account',
    withFields({ model: kit.reference('models') }),
  ],
  [
    'place needs onDelete: cascade or clear, because nothing else can hold rows of contexts',
    withFields({ place: kit.reference('contexts') }),
  ],
  [
    'link needs onDelete: cascade or clear, because nothing else can hold rows of hyperlinks',
    withFields({ link: kit.reference('hyperlinks') }),
  ],
  [
    'boss must be optional, because onDelete is clear',
    withFields({ boss: { ...kit.reference('suppliers'), onDelete: 'clear' } }),
  ],
  [
    "boss: onDelete is only for storage: 'derived'",
    { storage: 'owned', ...withFields({ boss: kit.reference('suppliers', { onDelete: 'cascade' }) }) },
  ],
];

const faultOf = (change: Partial<Resource>) => declarationFault([...resources, { ...good, ...change }]);

it('accepts the declarations of the product, and a new one', () => {
  expect(declarationFault(resources)).toBeUndefined();
  expect(faultOf({})).toBeUndefined();
});

it.each(wrong)('says that a declaration cannot work: %s', (sentence, change) => {
  expect(faultOf(change)).toBe(`The resource suppliers cannot work: ${sentence}.`);
});

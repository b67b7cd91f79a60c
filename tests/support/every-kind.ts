import * as kit from '../../resources/kit/field.ts';
import { defineResource } from '../../resources/kit/resource.ts';

const common = {
  storage: 'derived',
  title: 'name',
  actions: ['list', 'show', 'create', 'edit', 'delete'],
} as const;
const named = { name: kit.text({ unique: true }) };
const list = { columns: ['name'], sort: 'name', bulk: [] } as const;

export const categories = defineResource({
  ...common,
  name: 'fixture-categories',
  scope: 'account',
  fields: named,
  list,
});
export const places = defineResource({ ...common, name: 'fixture-places', scope: 'context', fields: named, list });

/** What an action can ask for. */
const asked = {
  name: kit.text(),
  notes: kit.longText({ optional: true }),
  site: kit.url(),
  mail: kit.email(),
  size: kit.choice(['small', 'large']),
  colors: kit.choices(['red', 'green', 'blue']),
  isOn: kit.toggle(),
  since: kit.moment(),
  founded: kit.date(),
  paint: kit.color(),
  pieces: kit.count(),
  weight: kit.decimal({ scale: 2 }),
  price: kit.money(),
};

/** A resource with every kind of field, and everything that a declaration can offer for it. */
export const things = defineResource({
  ...common,
  name: 'fixture-things',
  scope: 'context',
  fields: {
    ...asked,
    category: kit.reference('fixture-categories'),
    place: kit.reference('fixture-places', { optional: true, onDelete: 'cascade' }),
    branch: kit.reference('contexts', { optional: true, onDelete: 'clear' }),
    others: kit.references('fixture-categories', { initial: [] }),
    people: kit.list(
      {
        name: kit.text(),
        phone: kit.text({ optional: true }),
        role: kit.choice(['boss', 'clerk'], { initial: 'clerk' }),
      },
      { max: 2, initial: [] },
    ),
    paper: kit.file({ types: ['pdf', 'csv'], maxMb: 1, optional: true }),
    logo: kit.image({ optional: true }),
    state: kit.choice(['open', 'held', 'shut'], { initial: 'open' }),
    reason: kit.when({ state: ['held', 'shut'] }, kit.longText()),
    hint: kit.when({ state: ['open'] }, kit.text({ optional: true })),
    total: kit.computed(kit.decimal({ scale: 2 }), '{price} * {pieces} / 100'),
    updatedAt: kit.moment({ readOnly: true }),
  },
  list: {
    columns: ['name'],
    search: ['name', 'notes', 'site', 'mail'],
    filters: [
      ...(['size', 'colors', 'isOn', 'since', 'founded', 'pieces', 'weight', 'price'] as const),
      ...(['category', 'place', 'branch', 'others', 'total'] as const),
    ],
    sort: 'name',
    bulk: [
      ...(['name', 'notes', 'site', 'mail', 'size', 'colors', 'isOn', 'since', 'founded', 'paint', 'pieces'] as const),
      ...(['weight', 'price', 'category', 'place', 'branch', 'others', 'people'] as const),
    ],
    export: true,
    import: true,
    live: true,
    pollMs: 60_000,
  },
  cards: { bySize: { measure: 'count', by: 'size' } },
  history: true,
  actions: [
    ...(['list', 'show', 'create', 'edit', 'delete', 'history', 'export', 'import'] as const),
    { name: 'give', icon: 'check', on: 'rows', input: asked, set: { hint: 'Dado' } },
  ],
});
export const everyKind = [categories, places, things];
export const everyKindPolicy = ['history', 'export', 'import'].map(
  (action) => `p, WRITER, any, fixture-things, ${action}`,
);

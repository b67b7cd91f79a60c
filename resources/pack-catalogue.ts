import { decimal, money, text, toggle } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** The credit packs, as staff edit them; the plans' page shows them. Billing has the table, with credits in thousandths. */
export const packCatalogue = defineResource({
  name: 'pack-catalogue',
  scope: 'platform',
  title: 'name',
  api: '/admin/packs',
  hasSlugs: true,
  fields: {
    name: text({ max: 60 }),
    isOffered: toggle({ tones: { true: 'good', false: 'off' } }),
    price: money({ min: 50, max: 1_000_000_000 }),
    credits: decimal({ scale: 3, min: 0.001, max: 2_000_000 }),
  },
  list: { columns: ['name', 'isOffered', 'price', 'credits'], sort: 'price' },
  form: ['name', ['price', 'credits'], 'isOffered'],
  recordedAs: ['plans_edited'],
  actions: ['list', 'show', 'create', 'edit'],
});

import { count, money, text, toggle } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** The credit packs, as staff edit them. The plans' page shows them. */
export const packCatalogue = defineResource({
  name: 'pack-catalogue',
  scope: 'platform',
  title: 'name',
  api: '/admin/packs',
  fields: {
    name: text({ max: 60 }),
    isOffered: toggle(),
    price: money(),
    credits: count({ isFraction: true }),
  },
  list: { columns: ['name', 'isOffered', 'price', 'credits'], sort: 'price' },
  actions: ['list', 'create', 'edit'],
});

import { count, money, text, toggle } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** All plans, including those no longer offered, as staff edit them. */
export const planCatalogue = defineResource({
  name: 'plan-catalogue',
  scope: 'platform',
  title: 'name',
  path: '/admin/plans',
  api: '/admin/plans',
  menu: { under: 'settings', icon: 'plans', order: 30 },
  fields: {
    name: text({ max: 60 }),
    /** The position among the plans, in ascending order. */
    rank: count(),
    isOffered: toggle(),
    monthlyPrice: money(),
    yearlyPrice: money(),
    credits: count({ isFraction: true }),
    itemLimit: count(),
    contextLimit: count(),
    userLimit: count(),
    /** The number of accounts with this plan. */
    accounts: count({ readOnly: true }),
  },
  list: {
    columns: [
      ...(['name', 'isOffered', 'monthlyPrice', 'yearlyPrice', 'credits'] as const),
      ...(['itemLimit', 'contextLimit', 'userLimit', 'accounts'] as const),
    ],
    wideColumns: ['itemLimit', 'contextLimit', 'userLimit'],
    sort: 'rank',
  },
  actions: ['list', 'create', 'edit'],
});

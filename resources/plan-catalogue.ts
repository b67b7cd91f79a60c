import { PLAN_FLAGS } from '../src/shared/roles.ts';
import { choices, count, decimal, money, reference, text, toggle } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** At most ten million reais, so that sums stay in range. */
const price = () => money({ max: 1_000_000_000 });
const maximum = () => count({ min: 1, max: 1_000_000 });

/** The table is billing's, which stores credits in thousandths and has subscriptions refer to it. */
export const planCatalogue = defineResource({
  name: 'plan-catalogue',
  scope: 'platform',
  title: 'name',
  path: '/admin/plans',
  api: '/admin/plans',
  hasSlugs: true,
  menu: { under: 'settings', icon: 'plans', order: 30 },
  fields: {
    name: text({ max: 60 }),
    /** The position among the plans, in ascending order. */
    rank: count({ max: 1_000 }),
    isOffered: toggle({ tones: { true: 'good', false: 'off' } }),
    monthlyPrice: price(),
    yearlyPrice: price(),
    /** By paying yearly; 0 if nothing. */
    yearlySaving: money({ readOnly: true }),
    credits: decimal({ scale: 3, max: 2_000_000 }),
    itemLimit: maximum(),
    contextLimit: maximum(),
    userLimit: maximum(),
    flags: choices(PLAN_FLAGS, { initial: [] }),
    /** The chat model; null for the embedded one. */
    modelId: reference('models', { optional: true }),
    accounts: count({ readOnly: true }),
  },
  list: {
    columns: [
      ...(['name', 'isOffered', 'monthlyPrice', 'yearlyPrice', 'credits'] as const),
      ...(['itemLimit', 'contextLimit', 'userLimit', 'accounts'] as const),
    ],
    wideColumns: ['yearlyPrice', 'itemLimit', 'contextLimit', 'userLimit'],
    sort: 'rank',
  },
  form: {
    offer: [['name', 'rank'], ['monthlyPrice', 'yearlyPrice'], 'isOffered'],
    limits: [
      ['credits', 'itemLimit'],
      ['contextLimit', 'userLimit'],
    ],
    answers: ['flags', 'modelId'],
  },
  hasFormTabs: true,
  recordedAs: ['plans_edited'],
  actions: ['list', 'show', 'create', 'edit'],
});

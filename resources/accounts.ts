import { PLAN_PERIODS } from '../src/shared/plan-periods.ts';
import { choice, count, decimal, email, moment, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

const ACCOUNT_TYPES = ['PERSONAL', 'CORPORATE'] as const;
const SUBSCRIPTION_TONES = {
  ACTIVE: 'good',
  FAILURE_PAYMENT: 'bad',
  PENDING_PAYMENT: 'waiting',
  PENDING_DOWNGRADE: 'waiting',
  PENDING_CANCEL: 'off',
} as const;

export const accounts = defineResource({
  name: 'accounts',
  scope: 'platform',
  title: 'user',
  path: '/admin/accounts',
  api: '/admin/accounts',
  fields: {
    type: choice(ACCOUNT_TYPES, { readOnly: true }),
    user: text({ readOnly: true }),
    email: email({ readOnly: true }),
    cnpj: text({ readOnly: true, optional: true, guarded: true }),
    companyName: text({ readOnly: true, optional: true }),
    planId: text({ readOnly: true, optional: true }),
    plan: text({ readOnly: true, optional: true }),
    period: choice(PLAN_PERIODS, { readOnly: true, optional: true }),
    /** The time of the next renewal. */
    renewsAt: moment({ readOnly: true, optional: true }),
    creditsUsed: decimal({ scale: 3, readOnly: true }),
    credits: decimal({ scale: 3, readOnly: true, optional: true }),
    status: choice(SUBSCRIPTION_TONES, { readOnly: true, optional: true }),
    people: count({ readOnly: true }),
    contexts: count({ readOnly: true }),
    contents: count({ readOnly: true }),
    createdAt: moment({ readOnly: true }),
    lastActivityAt: moment({ readOnly: true, optional: true }),
    /** When the account will be deleted, if its owner has requested that. */
    deletesAt: moment({ readOnly: true, optional: true }),
  },
  list: {
    columns: ['user', 'email', 'type', 'companyName', 'cnpj', 'plan', 'status', 'lastActivityAt'],
    search: ['user', 'email', 'companyName', 'cnpj'],
    filters: ['type', 'status'],
    sort: 'user',
  },
  // By its own people.
  recordedAs: ['account_edit', 'account_edited'],
  actions: ['list', 'show', 'change-plan'],
});

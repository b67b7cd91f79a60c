import { ROLES } from '../src/shared/roles.ts';
import { choice, count, moment, reference, text, toggle } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

const decision = {
  at: moment({ readOnly: true, isExact: true }),
  /** Or the API key, or staff on the person's behalf; null if they have left. */
  who: text({ readOnly: true, optional: true }),
  userId: reference('users', { readOnly: true }),
  role: choice(ROLES, { readOnly: true }),
  flags: text({ readOnly: true }),
  resource: text({ readOnly: true }),
  action: text({ readOnly: true }),
  refusal: choice(['role', 'plan'], { readOnly: true, optional: true }),
  neededRole: choice(ROLES, { readOnly: true, optional: true }),
  neededFlag: text({ readOnly: true, optional: true }),
  row: text({ readOnly: true, optional: true }),
  requestId: text({ readOnly: true }),
};

/** Of the last 90 days. */
export const accessDecisions = defineResource({
  name: 'access-decisions',
  scope: 'account',
  title: 'who',
  path: '/audit-log/refusals',
  fields: decision,
  list: {
    columns: ['at', 'who', 'role', 'resource', 'action', 'refusal', 'neededRole', 'neededFlag'],
    wideColumns: ['neededRole', 'neededFlag'],
    search: ['who', 'resource', 'action'],
    filters: ['role', 'refusal', 'at'],
    params: ['userId'],
    sort: '-at',
    export: true,
  },
  actions: ['list', 'export'],
});

/** Refusals, and a sample of what was allowed, of the last 90 days. */
export const platformAccessDecisions = defineResource({
  name: 'platform-access-decisions',
  scope: 'platform',
  title: 'who',
  path: '/admin/policy/decisions',
  api: '/admin/access-decisions',
  fields: {
    ...decision,
    accountId: reference('accounts', { readOnly: true }),
    account: text({ readOnly: true }),
    allowed: toggle({ readOnly: true }),
    /** How many decisions this one stands for. */
    count: count({ readOnly: true }),
    policy: text({ readOnly: true }),
  },
  list: {
    columns: ['at', 'account', 'who', 'role', 'resource', 'action', 'allowed', 'refusal', 'count'],
    wideColumns: ['account', 'role', 'refusal', 'count'],
    search: ['who', 'account', 'resource', 'action', 'requestId'],
    filters: ['allowed', 'role', 'refusal', 'at'],
    params: ['accountId', 'userId'],
    sort: '-at',
    export: true,
  },
  actions: ['list', 'export'],
});

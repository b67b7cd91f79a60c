import { AUDIT_GROUPS } from '../src/shared/audit-groups.ts';
import { choice, moment, reference, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

const entry = {
  at: moment({ readOnly: true }),
  action: text({ readOnly: true }),
  group: choice(AUDIT_GROUPS, { readOnly: true }),
  accountId: reference('accounts', { readOnly: true }),
  /** Null if it has been deleted. */
  account: text({ readOnly: true, optional: true }),
  userId: reference('users', { readOnly: true, optional: true }),
  userName: text({ readOnly: true, optional: true }),
  userRole: text({ readOnly: true, optional: true }),
  /** Staff, in an impersonated session. */
  actorName: text({ readOnly: true, optional: true }),
  subject: text({ readOnly: true, optional: true }),
  ip: text({ readOnly: true, optional: true }),
};

/** Sign-ins are frequent, so they are hidden by default. */
const group = AUDIT_GROUPS.filter((name) => name !== 'access');

export const auditLog = defineResource({
  name: 'audit-log',
  scope: 'account',
  title: 'action',
  path: '/audit-log',
  menu: { icon: 'audit', order: 75 },
  fields: entry,
  list: { columns: [], filters: ['group', 'at'], params: ['userId'], initial: { group } },
  actions: ['list', 'export'],
});

export const platformAuditLog = defineResource({
  name: 'platform-audit-log',
  scope: 'platform',
  title: 'action',
  path: '/admin/audit',
  api: '/admin/audit-log',
  menu: { under: 'operation', icon: 'audit', order: 30 },
  fields: entry,
  list: { columns: [], filters: ['group', 'at'], params: ['userId', 'accountId'], initial: { group } },
  actions: ['list', 'export'],
});

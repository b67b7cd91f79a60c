import { STAFF_ROLES, STAFF_STATUSES } from '../src/shared/roles.ts';
import { choice, email, moment, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** The platform's own people, who see it across all accounts. */
export const staff = defineResource({
  name: 'staff',
  scope: 'platform',
  title: 'email',
  path: '/admin/team',
  api: '/admin/staff',
  menu: { under: 'operation', icon: 'users', order: 15 },
  fields: {
    /** Null until the invitation is accepted. */
    name: text({ readOnly: true, optional: true }),
    email: email(),
    role: choice(STAFF_ROLES),
    status: choice(STAFF_STATUSES, { readOnly: true }),
    createdAt: moment({ readOnly: true }),
  },
  list: { columns: ['name', 'email', 'role', 'status', 'createdAt'] },
  form: ['email', 'role'],
  actions: ['list', 'show', 'create', 'edit', 'delete'],
});

import { CUSTOMER_ROLES } from '../src/shared/roles.ts';
import { choice, email, moment, references, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** Owned: sessions and much else refer to the table. Written by hand: an invitation reads the sign-ins of all accounts. */
export const users = defineResource({
  name: 'users',
  scope: 'account',
  narrowedTo: 'contexts',
  title: 'email',
  path: '/users',
  menu: { icon: 'users', order: 70 },
  fields: {
    name: text({ readOnly: true, optional: true }),
    email: email(),
    role: choice(CUSTOMER_ROLES),
    /** Empty means all contexts of the account. */
    contextIds: references('contexts', { initial: [] }),
    status: choice({ ACTIVE: 'good', INACTIVE: 'off', PENDING: 'waiting', EXPIRED: 'bad' }, { readOnly: true }),
    createdAt: moment({ readOnly: true }),
  },
  list: {
    columns: ['name', 'role', 'contextIds', 'status', 'createdAt'],
    wideColumns: ['createdAt'],
    search: ['name', 'email'],
    filters: ['role', 'status'],
    sort: 'createdAt',
  },
  actions: ['list', 'show', 'create', 'edit', 'delete', 'resend'],
});

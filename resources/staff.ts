import { STAFF_ROLES, type USER_STATUSES } from '../src/shared/roles.ts';
import { choice, email, longText, moment, text, type Tones } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

const TONES = { ACTIVE: 'good', INACTIVE: 'off', PENDING: 'waiting' } satisfies Tones<typeof USER_STATUSES>;

/** The platform's own people, who see it across all accounts. Owned: rows of `users`, to which an invitation leads. */
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
    status: choice(TONES, { readOnly: true }),
    createdAt: moment({ readOnly: true }),
  },
  list: { columns: ['name', 'email', 'role', 'status', 'createdAt'], sort: 'createdAt' },
  form: ['email', 'role'],
  recordedAs: ['role_changed'],
  actions: [
    ...(['list', 'show', 'create', 'edit', 'delete'] as const),
    {
      ...{ name: 'resetFactor', icon: 'shield', path: 'reset-factor', allowedBy: 'reset-factor' },
      ...{ tone: 'danger', when: { status: ['ACTIVE'] }, input: { reason: longText({ max: 300 }) } },
    },
  ],
});

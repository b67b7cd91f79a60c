import { API_KEY_ROLES } from '../src/shared/roles.ts';
import { choice, moment, references, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** Deleting one revokes it; its row stays. Owned: callers are found by the hash, and a key refers to contexts. */
export const apiKeys = defineResource({
  name: 'api-keys',
  scope: 'account',
  narrowedTo: 'contexts',
  title: 'name',
  path: '/api-keys',
  menu: { under: 'integrations', icon: 'key', order: 10 },
  fields: {
    name: text({ max: 80 }),
    role: choice(API_KEY_ROLES, { initial: 'READER' }),
    /** Empty means all contexts of the account. */
    contextIds: references('contexts', { initial: [] }),
    expiresAt: moment({ optional: true }),
    hint: text({ readOnly: true }),
    /** `suspended`: whoever created the key may no longer do what it may do. */
    status: choice({ active: 'good', suspended: 'waiting', expired: 'bad', revoked: 'off' }, { readOnly: true }),
    lastUsedAt: moment({ readOnly: true, optional: true }),
    createdBy: text({ readOnly: true }),
    createdAt: moment({ readOnly: true }),
  },
  list: {
    columns: ['name', 'hint', 'role', 'contextIds', 'status', 'lastUsedAt', 'expiresAt', 'createdBy', 'createdAt'],
    wideColumns: ['contextIds', 'hint', 'createdBy', 'createdAt'],
    search: ['name', 'createdBy'],
    filters: ['role', 'status'],
    sort: '-createdAt',
  },
  form: ['name', 'role', 'contextIds', 'expiresAt'],
  actions: ['list', 'create', 'delete'],
});

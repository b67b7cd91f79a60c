import { choice, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

export const ACCOUNT_TYPES = ['PERSONAL', 'CORPORATE'] as const;

/** Customer accounts, as staff see them (spec 3, admin list item). */
export const accounts = defineResource({
  name: 'accounts',
  scope: 'platform',
  title: 'user',
  path: '/admin/accounts',
  api: '/admin/accounts',
  fields: {
    type: choice(ACCOUNT_TYPES, { readOnly: true }),
    /** The owner, as a label. */
    user: text({ readOnly: true }),
    cnpj: text({ readOnly: true, optional: true }),
    companyName: text({ readOnly: true, optional: true }),
  },
  list: { columns: ['user', 'type', 'companyName', 'cnpj'], search: ['user', 'companyName', 'cnpj'], sort: 'user' },
  acts: ['list', 'show'],
});

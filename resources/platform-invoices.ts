import { choice, email, moment, money, reference, text, toggle } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

export const platformInvoices = defineResource({
  name: 'platform-invoices',
  scope: 'platform',
  title: 'orderNumber',
  path: '/admin/invoices',
  api: '/admin/invoices',
  menu: { under: 'operation', icon: 'invoices', order: 15 },
  fields: {
    accountId: reference('accounts', { readOnly: true }),
    account: text({ readOnly: true }),
    /** Of the owner. */
    email: email({ readOnly: true }),
    issuedAt: moment({ readOnly: true, isExact: true }),
    type: choice(['MONTHLY', 'YEARLY', 'PREPAID'], { readOnly: true }),
    plan: text({ readOnly: true }),
    orderNumber: text({ readOnly: true }),
    gatewayId: text({ readOnly: true, optional: true }),
    status: choice(
      { open: 'waiting', paid: 'good', refunded: 'off', uncollectible: 'bad', void: 'bad' },
      { readOnly: true },
    ),
    /** Another invoice for the same thing was paid within a day. */
    isDoubled: toggle({ readOnly: true }),
    amount: money({ readOnly: true }),
  },
  list: {
    columns: ['account', 'issuedAt', 'plan', 'orderNumber', 'status', 'amount'],
    wideColumns: ['orderNumber'],
    search: ['account', 'email', 'orderNumber', 'gatewayId'],
    filters: ['status'],
    params: ['accountId'],
    sort: '-issuedAt',
  },
  actions: ['list', 'refund'],
});

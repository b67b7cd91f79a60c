import { choice, moment, money, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** The gateways' statuses, and `refunded`; the locale maps them to display texts. */
const STATUS_TONES = {
  draft: 'waiting',
  open: 'waiting',
  paid: 'good',
  refunded: 'off',
  deleted: 'off',
  uncollectible: 'bad',
  void: 'bad',
} as const;
const INVOICE_TYPES = ['MONTHLY', 'YEARLY', 'PREPAID'] as const;

export const invoices = defineResource({
  name: 'invoices',
  scope: 'account',
  title: 'orderNumber',
  path: '/invoices',
  fields: {
    issuedAt: moment({ readOnly: true, isExact: true }),
    type: choice(INVOICE_TYPES, { readOnly: true }),
    status: choice(STATUS_TONES, { readOnly: true }),
    orderNumber: text({ readOnly: true }),
    plan: text({ readOnly: true }),
    amount: money({ readOnly: true }),
  },
  list: {
    columns: ['issuedAt', 'type', 'status', 'orderNumber', 'plan', 'amount'],
    wideColumns: ['type'],
    filters: ['status', 'type', 'issuedAt'],
    sort: '-issuedAt',
  },
  actions: ['list', 'show', { name: 'receipt', icon: 'download', answer: 'file', allowedBy: 'show' }],
});

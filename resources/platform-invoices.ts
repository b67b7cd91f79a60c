import { choice, moment, money, reference, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** The invoices of all accounts, newest first. The page with the platform's figures shows them. */
export const platformInvoices = defineResource({
  name: 'platform-invoices',
  scope: 'platform',
  title: 'orderNumber',
  api: '/admin/invoices',
  fields: {
    accountId: reference('accounts', { readOnly: true }),
    account: text({ readOnly: true }),
    issuedAt: moment({ readOnly: true }),
    type: choice(['MONTHLY', 'YEARLY', 'PREPAID'], { readOnly: true }),
    plan: text({ readOnly: true }),
    orderNumber: text({ readOnly: true }),
    status: choice(['open', 'paid', 'uncollectible', 'void'], { readOnly: true }),
    amount: money({ readOnly: true }),
  },
  list: { columns: ['account', 'issuedAt', 'plan', 'orderNumber', 'status', 'amount'], filters: ['status'] },
  actions: ['list'],
});

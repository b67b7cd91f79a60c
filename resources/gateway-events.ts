import { choice, count, moment, reference, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

export const gatewayEvents = defineResource({
  name: 'gateway-events',
  scope: 'platform',
  title: 'type',
  api: '/admin/gateway-events',
  fields: {
    gateway: choice(['sandbox', 'stripe'], { readOnly: true }),
    type: text({ readOnly: true }),
    accountId: reference('accounts', { readOnly: true, optional: true }),
    customerId: text({ readOnly: true, optional: true }),
    state: choice({ applied: 'good', logged: 'off', parked: 'waiting' }, { readOnly: true }),
    reason: text({ readOnly: true, optional: true }),
    attempts: count({ readOnly: true }),
    receivedAt: moment({ readOnly: true, isExact: true }),
    nextTryAt: moment({ readOnly: true, optional: true }),
  },
  list: { columns: [], isWhole: true },
  actions: ['list', 'replay'],
});

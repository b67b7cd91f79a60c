import { type DELIVERY_STATES, WEBHOOK_EVENTS } from '../src/shared/webhook-events.ts';
import { choice, count, moment, reference, text, type Tones } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

const TONES = { waiting: 'waiting', delivered: 'good', parked: 'bad' } satisfies Tones<typeof DELIVERY_STATES>;

/** What was sent to outgoing webhooks in the last 30 days, with the outcomes. */
export const webhookDeliveries = defineResource({
  name: 'webhook-deliveries',
  scope: 'account',
  narrowedTo: 'contexts',
  title: 'webhook',
  path: '/settings/webhook-deliveries',
  fields: {
    event: choice(WEBHOOK_EVENTS, { readOnly: true }),
    webhookId: reference('outgoing-webhooks', { readOnly: true }),
    webhook: text({ readOnly: true }),
    state: choice(TONES, { readOnly: true }),
    attempts: count({ readOnly: true }),
    /** Null if there was none. */
    answerStatus: count({ readOnly: true, optional: true }),
    /** Why the last attempt got no answer. */
    error: text({ readOnly: true, optional: true }),
    createdAt: moment({ readOnly: true, isExact: true }),
    nextAt: moment({ readOnly: true, optional: true }),
    deliveredAt: moment({ readOnly: true, optional: true }),
  },
  list: {
    columns: ['event', 'webhook', 'state', 'attempts', 'answerStatus', 'createdAt', 'nextAt'],
    wideColumns: ['attempts', 'answerStatus', 'nextAt'],
    filters: ['state', 'event', 'createdAt', 'webhookId'],
    params: ['webhookId'],
    sort: '-createdAt',
    views: { parked: { filters: { state: 'parked' } } },
    pollMs: 10_000,
    live: true,
  },
  show: ['event', 'webhook', 'state', 'attempts', 'answerStatus', 'createdAt', 'nextAt', 'deliveredAt'],
  cards: {
    byState: { measure: 'count', by: 'state' },
    perDay: { measure: 'count', by: 'createdAt', days: 30 },
  },
  actions: [
    ...(['list', 'show'] as const),
    {
      ...{ name: 'replay', icon: 'refresh', on: 'rows', changes: ['outgoing-webhooks'] },
      all: { state: ['state', 'parked'], by: ['webhookId'] },
    },
  ],
});

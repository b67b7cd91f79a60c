import { WEBHOOK_EVENTS, WEBHOOK_FORMATS, type WEBHOOK_STATES, WEBHOOKS_MAX } from '../src/shared/webhook-events.ts';
import { choice, choices, count, longText, moment, references, text, toggle, type Tones, url } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

const TONES = { active: 'good', paused: 'off', gone: 'bad' } satisfies Tones<typeof WEBHOOK_STATES>;

/** Incoming events of payment gateways are in `gateway-events`. Owned: deliveries and contexts refer to the table. */
export const outgoingWebhooks = defineResource({
  name: 'outgoing-webhooks',
  scope: 'account',
  narrowedTo: 'contexts',
  title: 'name',
  path: '/settings/webhooks',
  atMost: { rows: WEBHOOKS_MAX, error: 'too_many_webhooks' },
  menu: { under: 'integrations', icon: 'webhook', order: 20 },
  fields: {
    name: text({ max: 80, unique: true }),
    url: url({ hasCredentials: true }),
    /** One a line (`Name: value`), with write-only values. */
    headers: longText({ optional: true, max: 4_000, isSecret: true }),
    format: choice(WEBHOOK_FORMATS, { initial: 'json' }),
    events: choices(WEBHOOK_EVENTS),
    /** Empty: all contexts, and the account's own events. */
    contextIds: references('contexts', { initial: [] }),
    hidesPersonalData: toggle({ initial: false }),
    isActive: toggle({ initial: true }),
    status: choice(TONES, { readOnly: true }),
    /** Deliveries that wait for somebody to replay them. */
    parked: count({ readOnly: true }),
    deliveredAt: moment({ readOnly: true, optional: true }),
    createdAt: moment({ readOnly: true }),
  },
  list: {
    columns: ['name', 'events', 'format', 'status', 'parked', 'deliveredAt'],
    wideColumns: ['format'],
    search: ['name', 'url'],
    filters: ['status', 'format'],
    sort: 'name',
    pollMs: 30_000,
    live: true,
    bulk: ['isActive'],
  },
  form: {
    target: ['name', 'url', 'headers', 'isActive'],
    content: ['events', 'contextIds', 'format', 'hidesPersonalData'],
  },
  // The heading states the name, and the status whether it is active.
  show: [
    'url',
    'headers',
    'events',
    'contextIds',
    'hidesPersonalData',
    'format',
    'status',
    'parked',
    'deliveredAt',
    'createdAt',
  ],
  related: [
    {
      ...{ resource: 'webhook-deliveries', by: 'webhookId' },
      columns: ['event', 'state', 'attempts', 'answerStatus', 'createdAt', 'nextAt'],
    },
  ],
  actions: [
    ...(['list', 'show', 'create', 'edit', 'delete', 'test'] as const),
    { name: 'reveal', icon: 'shield', answer: 'shown', path: 'reveal-secret' },
    { name: 'rotate', icon: 'refresh', tone: 'danger', answer: 'shown', path: 'rotate-secret' },
  ],
});

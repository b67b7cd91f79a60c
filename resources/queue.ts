import type { JOB_STATES } from '../src/shared/job-states.ts';
import { choice, count, longText, moment, reference, text, type Tones } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

const TONES = { waiting: 'waiting', running: 'moving', retrying: 'waiting', parked: 'bad' } satisfies Tones<
  typeof JOB_STATES
>;

export const queue = defineResource({
  name: 'queue',
  scope: 'platform',
  title: 'kind',
  path: '/admin/queue',
  api: '/admin/jobs',
  menu: { under: 'operation', icon: 'queue', order: 20 },
  fields: {
    kind: text({ readOnly: true }),
    accountId: reference('accounts', { readOnly: true }),
    account: text({ readOnly: true }),
    state: choice(TONES, { readOnly: true }),
    attempts: count({ readOnly: true }),
    createdAt: moment({ readOnly: true }),
    runAt: moment({ readOnly: true }),
    error: longText({ readOnly: true, optional: true }),
  },
  list: {
    columns: ['kind', 'state', 'attempts', 'createdAt', 'runAt', 'error'],
    wideColumns: ['attempts', 'runAt'],
    params: ['state', 'kind', 'accountId'],
    sort: '-createdAt',
    pollMs: 5_000,
  },
  actions: [
    'list',
    {
      ...{ name: 'retry', icon: 'refresh', when: { state: ['parked'] } },
      all: { state: ['state', 'parked'], by: ['kind', 'accountId'] },
    },
  ],
});

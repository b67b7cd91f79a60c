import { choice, moment, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

export const contentSyncs = defineResource({
  name: 'content-syncs',
  scope: 'context',
  title: 'outcome',
  api: '/contents/:contentId/syncs',
  fields: {
    at: moment({ readOnly: true }),
    outcome: choice(['new', 'unchanged', 'changed', 'failed', 'vanished'], { readOnly: true }),
    reason: text({ readOnly: true, optional: true }),
  },
  list: { columns: [], isWhole: true },
  actions: ['list'],
});

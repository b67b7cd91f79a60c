import { PLAN_POLL_MS } from '../src/shared/constants.ts';
import { choice, moment, reference, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** Notices about limits, contents and webhooks, shown above every screen until a user dismisses them. */
export const notices = defineResource({
  name: 'notices',
  scope: 'account',
  narrowedTo: 'contexts',
  title: 'limit',
  fields: {
    /** Null for notices about the account's own credits or its webhooks. */
    contextId: reference('contexts', { readOnly: true, optional: true }),
    contextName: text({ readOnly: true, optional: true }),
    limit: choice(['daily', 'monthly', 'credits', 'plan', 'deactivated', 'facts', 'answers', 'webhooks', 'messages'], {
      readOnly: true,
    }),
    /** The day, month or billing period that the notice is about. */
    period: text({ readOnly: true }),
    createdAt: moment({ readOnly: true }),
  },
  list: { columns: [], isWhole: true, pollMs: PLAN_POLL_MS },
  actions: ['list', 'dismiss'],
});

import { choice, moment, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/**
 * Public links to try a context's chat for a day. Owned: visitors find them by the id alone. Drawn by hand: the help beside the chat's
 * preview has no room for a table.
 */
export const demoLinks = defineResource({
  name: 'demo-links',
  scope: 'context',
  title: 'url',
  fields: {
    url: text({ readOnly: true, max: 2_048 }),
    userName: text({ readOnly: true }),
    createdAt: moment({ readOnly: true }),
    expiresAt: moment({ readOnly: true }),
    state: choice({ live: 'good', expired: 'bad', revoked: 'off' }, { readOnly: true }),
  },
  // Links may expire while the list is open.
  list: { columns: [], sort: '-createdAt', isWhole: true, pollMs: 60_000 },
  actions: ['list', 'create', 'delete', 'open'],
});

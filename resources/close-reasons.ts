import { moment, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

export const closeReasons = defineResource({
  name: 'close-reasons',
  scope: 'context',
  storage: 'derived',
  title: 'reason',
  path: '/inbox/close-reasons',
  fields: { reason: text({ max: 60, unique: true }), updatedAt: moment({ readOnly: true }) },
  list: {
    columns: ['reason', 'updatedAt'],
    search: ['reason'],
    sort: 'reason',
    export: true,
    import: true,
    bulk: [],
  },
  form: ['reason'],
  actions: ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'],
});

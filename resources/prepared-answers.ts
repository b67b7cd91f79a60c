import { longText, moment, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

export const preparedAnswers = defineResource({
  name: 'prepared-answers',
  scope: 'context',
  storage: 'derived',
  title: 'shortcut',
  path: '/inbox/prepared-answers',
  fields: {
    shortcut: text({ max: 40, unique: true }),
    text: longText({ max: 2_000 }),
    updatedAt: moment({ readOnly: true }),
  },
  list: {
    columns: ['shortcut', 'text', 'updatedAt'],
    search: ['shortcut', 'text'],
    sort: 'shortcut',
    export: true,
    import: true,
    bulk: [],
    pollMs: 60_000,
    live: true,
  },
  form: ['shortcut', 'text'],
  history: true,
  actions: ['list', 'show', 'create', 'edit', 'delete', 'history', 'export', 'import'],
});

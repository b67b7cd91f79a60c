import { moment, text, toggle, url } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

export const hyperlinks = defineResource({
  name: 'hyperlinks',
  scope: 'context',
  storage: 'derived',
  title: 'word',
  path: '/knowledge-base/links',
  menu: { under: 'knowledge-base', icon: 'link', order: 20 },
  fields: {
    word: text({ max: 80, unique: true, caseToggle: 'caseSensitive' }),
    link: url(),
    caseSensitive: toggle({ initial: false }),
    updatedAt: moment({ readOnly: true }),
  },
  list: {
    columns: ['word', 'link', 'caseSensitive', 'updatedAt'],
    wideColumns: ['caseSensitive'],
    search: ['word', 'link'],
    filters: ['caseSensitive'],
    sort: '-updatedAt',
    export: true,
    import: true,
    bulk: ['caseSensitive'],
  },
  form: ['word', 'link', 'caseSensitive'],
  history: true,
  actions: ['list', 'show', 'create', 'edit', 'delete', 'history', 'export', 'import'],
});

import { choice, text, toggle } from './kit/field.ts';
import { defineResource, type Resource } from './kit/resource.ts';

/** The views of lists that people save. A view is the query of a list's address: filters, search and order. */
export const savedViewsOf = (resources: readonly Resource[]) =>
  defineResource({
    name: 'saved-views',
    scope: 'account',
    title: 'name',
    fields: {
      list: choice(resources.filter(({ list }) => list.views).map(({ name }) => name) as [string, ...string[]]),
      name: text({ max: 60 }),
      query: text({ max: 2_000 }),
      /** With everybody of the account who may see the list. */
      shared: toggle({ initial: false, guarded: true }),
      isOwn: toggle({ readOnly: true }),
    },
    list: { columns: ['name'], filters: ['list'], sort: '-isOwn' },
    form: ['name', 'shared'],
    actions: ['list', 'show', 'create', 'edit', 'delete'],
  });

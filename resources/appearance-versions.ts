import { moment, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** The saved versions of a context's widget appearance. The appearance editor shows them. */
export const appearanceVersions = defineResource({
  name: 'appearance-versions',
  scope: 'context',
  title: 'userName',
  api: '/contexts/:contextId/appearance-versions',
  fields: {
    createdAt: moment({ readOnly: true }),
    /** Empty for the initial version, which existed before any user saved one. */
    userName: text({ readOnly: true }),
  },
  list: { columns: [], isWhole: true },
  actions: ['list', 'restore'],
});

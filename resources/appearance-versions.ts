import { moment, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

export const appearanceVersions = defineResource({
  name: 'appearance-versions',
  scope: 'context',
  title: 'userName',
  api: '/contexts/:contextId/appearance-versions',
  fields: {
    createdAt: moment({ readOnly: true }),
    /** Empty for the version before the first saved one. */
    userName: text({ readOnly: true }),
  },
  list: { columns: [], isWhole: true },
  actions: ['list', 'restore'],
});

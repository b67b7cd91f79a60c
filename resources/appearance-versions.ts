import { moment, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** The saved appearances of a context; shown where it is edited. */
export const appearanceVersions = defineResource({
  name: 'appearance-versions',
  scope: 'context',
  title: 'userName',
  api: '/contexts/:contextId/appearance-versions',
  fields: {
    createdAt: moment({ readOnly: true }),
    /** Empty: what there was before anybody saved one. */
    userName: text({ readOnly: true }),
  },
  list: { columns: [] },
  actions: ['list', 'restore'],
});

import { CONTEXT_NAME_MAX } from '../src/shared/constants.ts';
import { choice, count, moment, reference, text, toggle } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** A subcontext inherits the knowledge of its ancestors. */
export const contexts = defineResource({
  name: 'contexts',
  scope: 'account',
  narrowedTo: 'contexts',
  title: 'name',
  path: '/contexts',
  menu: { icon: 'contexts', order: 30 },
  fields: {
    name: text({ max: CONTEXT_NAME_MAX, unique: true }),
    parentId: reference('contexts', { optional: true }),
    /** Ids from the root to the context itself, separated by dots. */
    inheritance: text({ readOnly: true }),
    /** Null while they follow the context's name. */
    botName: text({ max: CONTEXT_NAME_MAX, optional: true }),
    companyName: text({ max: CONTEXT_NAME_MAX, optional: true }),
    /** From models of providers. */
    hidesPersonalData: toggle({ initial: true }),
    contents: count({ readOnly: true }),
    /** Inherited knowledge counts. */
    status: choice({ ready: 'good', learning: 'moving', waiting: 'waiting' }, { readOnly: true }),
    updatedAt: moment({ readOnly: true }),
  },
  list: {
    columns: ['name', 'parentId', 'contents', 'updatedAt'],
    search: ['name'],
    sort: 'name',
    pollMs: 60_000,
  },
  form: ['name', 'parentId', ['botName', 'companyName'], 'hidesPersonalData'],
  actions: ['list', 'show', 'create', 'edit', 'delete', 'export'],
});

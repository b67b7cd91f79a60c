import { count, moment, references, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** What visitors asked in vain, by meaning, over every context that one may see. */
export const knowledgeGaps = defineResource({
  name: 'knowledge-gaps',
  scope: 'account',
  title: 'question',
  path: '/knowledge-gaps',
  menu: { icon: 'gaps', order: 52 },
  fields: {
    question: text({ readOnly: true }),
    count: count({ readOnly: true }),
    /** Of them those that were answered and rated badly. */
    badlyRated: count({ readOnly: true }),
    firstAt: moment({ readOnly: true }),
    lastAt: moment({ readOnly: true }),
    contextIds: references('contexts', { readOnly: true }),
  },
  list: { columns: ['question', 'count', 'firstAt', 'lastAt'], sort: '-count' },
  actions: ['list', 'show', 'judge', 'answer'],
});

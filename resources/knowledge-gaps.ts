import { count, decimal, moment, references, text } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** Visitors' unanswered questions, grouped by meaning, in all contexts that the user may see. */
export const knowledgeGaps = defineResource({
  name: 'knowledge-gaps',
  scope: 'account',
  narrowedTo: 'contexts',
  title: 'question',
  path: '/knowledge-gaps',
  menu: { icon: 'gaps', order: 20 },
  fields: {
    question: text({ readOnly: true }),
    count: count({ readOnly: true }),
    /** How many of these questions were answered, but with an answer that was rated badly. */
    badlyRated: count({ readOnly: true }),
    /** What the answers to them have cost. */
    credits: decimal({ scale: 3, readOnly: true }),
    firstAt: moment({ readOnly: true }),
    lastAt: moment({ readOnly: true }),
    contextIds: references('contexts', { readOnly: true }),
  },
  list: { columns: ['question', 'count', 'credits', 'firstAt', 'lastAt'], params: ['state', 'days', 'contextId'] },
  actions: ['list', 'show', 'judge', 'answer'],
});

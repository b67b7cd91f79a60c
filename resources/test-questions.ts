import { text, toggle } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/**
 * Owned: the phrases that are expected are a list of texts, which no kind is; and the list also has results, runs and changes that
 * are held back.
 */
export const testQuestions = defineResource({
  name: 'test-questions',
  scope: 'context',
  title: 'question',
  path: '/test-questions',
  menu: { icon: 'tests', order: 42 },
  fields: {
    question: text({ max: 500 }),
    /** Whether the assistant is expected to say that it does not know. */
    declines: toggle({ initial: false }),
  },
  list: { columns: [], isWhole: true, pollMs: 30_000 },
  actions: ['list', 'show', 'create', 'edit', 'delete', 'run', 'hold'],
});

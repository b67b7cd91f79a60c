import type { ANSWER_OUTCOMES } from '../src/shared/chat-protocol.ts';
import { choice, longText, moment, text, toggle, type Tones, when } from './kit/field.ts';
import { defineResource } from './kit/resource.ts';

/** `shown`: the expected answer was shown, but not asserted. `worse`: it passed in the run before. */
const RESULTS = { passed: 'good', shown: 'waiting', failed: 'bad', worse: 'bad' } as const;
const OUTCOMES = { answered: 'good', shown: 'waiting', suggested: 'waiting', unknown: 'off' } satisfies Tones<
  typeof ANSWER_OUTCOMES
>;
const own = { readOnly: true, optional: true } as const;

/** Owned: results and runs refer to the table. */
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
    /** One phrase a line. The answer must have all of them, ignoring accents, case and spacing. */
    expected: when({ declines: [false] }, longText({ max: 2_100 })),
    /** Empty before the first run, and after a change of the expectations. */
    result: choice(RESULTS, own),
    outcome: choice(OUTCOMES, own),
    answer: longText(own),
    answerBefore: longText(own),
    testedAt: moment(own),
    createdAt: moment({ readOnly: true }),
  },
  list: {
    columns: ['question', 'expected', 'result', 'testedAt'],
    search: ['question'],
    filters: ['result'],
    sort: 'createdAt',
    bulk: [],
    export: true,
    import: true,
    pollMs: 30_000,
  },
  form: ['question', 'declines', 'expected'],
  show: ['expected', 'result', 'outcome', 'answer', 'answerBefore', 'testedAt'],
  actions: ['list', 'show', 'create', 'edit', 'delete', 'export', 'import', 'run', 'hold'],
});

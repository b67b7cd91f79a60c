import { z } from 'zod';
import { ANSWER_OUTCOMES } from './chat-protocol.ts';
import { startedFrom } from './rules.ts';

/** Limits of test questions per context and expected phrases per question. */
export const TEST_QUESTIONS_MAX = 100;
export const PHRASES_MAX = 10;

const shape = {
  question: z.string().trim().min(1).max(500),
  /** Phrases that must all be in the answer, ignoring accents, case and spacing. */
  expected: z.array(z.string().trim().min(1).max(200)).max(PHRASES_MAX),
  /** The assistant must answer that it does not know. */
  declines: z.boolean().default(false),
};
/** A question that must be declined has no expected phrases; any other has at least one. */
export const hasExpectation = ({ expected, declines }: { expected: readonly string[]; declines: boolean }) =>
  declines ? expected.length === 0 : expected.length > 0;

/** PUT /test-questions/{id}: absent values stay. */
export const testQuestionEdit = z
  // The example has expected phrases, so it must not be declined.
  .object({ ...shape, declines: shape.declines.unwrap().meta({ examples: [false] }) })
  .partial()
  .extend(startedFrom.shape);
export const testQuestionBody = z
  .object({ contextId: z.uuid(), ...shape })
  .refine(hasExpectation, { path: ['expected'] });

const result = z.object({
  passed: z.boolean(),
  /** The expected answer was shown, but not asserted. */
  shown: z.boolean(),
  /** Null in runs older than this field. */
  outcome: z.enum(ANSWER_OUTCOMES).nullable(),
  answer: z.string(),
  /** Null without a previous run. */
  passedBefore: z.boolean().nullable(),
  answerBefore: z.string().nullable(),
  at: z.string(),
});
export const testQuestion = z.object({
  id: z.uuid(),
  contextId: z.uuid(),
  question: z.string(),
  expected: z.array(z.string()),
  declines: z.boolean(),
  /** The last result; null before the first run and after a change of the expectations. */
  last: result.nullable(),
  version: z.string(),
});
export type TestQuestion = z.infer<typeof testQuestion>;

const RUN_CAUSES = ['asked', 'changed', 'held'] as const;
const testRun = z.object({
  id: z.uuid(),
  cause: z.enum(RUN_CAUSES),
  state: z.enum(['done', 'unpaid']),
  passed: z.int(),
  shown: z.int(),
  failed: z.int(),
  worse: z.int(),
  /** Credits. */
  cost: z.number(),
  at: z.string(),
});

/** A change that is waiting for approval because it made these answers worse. */
const heldChange = z.object({
  contentId: z.uuid(),
  title: z.string(),
  state: z.enum(['testing', 'held']),
  /** Whether the content is new, with no version in use. */
  isNew: z.boolean(),
  since: z.string(),
  /** Of a FAQ: the version in use and the new one. */
  faq: z
    .object({ question: z.string(), answer: z.string(), questionNow: z.string(), answerNow: z.string() })
    .nullable(),
  worse: z.array(z.object({ question: z.string(), answerBefore: z.string(), answer: z.string() })),
});
export type HeldChange = z.infer<typeof heldChange>;

/** GET /test-questions, of one context. */
export const testQuestionList = z.object({
  data: z.array(testQuestion),
  /** Newest first. */
  runs: z.array(testRun),
  held: z.array(heldChange),
  holds: z.boolean(),
  isRunning: z.boolean(),
  /** Whether a run uses credits, because the plan's model is paid. */
  isPaid: z.boolean(),
});
export type TestQuestionList = z.infer<typeof testQuestionList>;

/** GET /test-questions/{id}: past results, newest first. */
export const testHistory = z.object({
  question: testQuestion,
  history: z.array(
    z.object({
      at: z.string(),
      cause: z.enum(RUN_CAUSES),
      passed: z.boolean(),
      shown: z.boolean(),
      answer: z.string(),
    }),
  ),
});
export type TestHistory = z.infer<typeof testHistory>;

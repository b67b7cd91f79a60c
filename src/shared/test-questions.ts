import { z } from 'zod';
import { ANSWER_OUTCOMES } from './chat-protocol.ts';
import { startedFrom } from './rules.ts';

export const TEST_QUESTIONS_MAX = 100;
export const PHRASES_MAX = 10;

const shape = {
  question: z.string().trim().min(1).max(500),
  /** All of them, ignoring accents, case and spacing. */
  expected: z.array(z.string().trim().min(1).max(200)).max(PHRASES_MAX),
  /** It must answer that it does not know. */
  declines: z.boolean().default(false),
};
export const hasExpectation = ({ expected, declines }: { expected: readonly string[]; declines: boolean }) =>
  declines ? expected.length === 0 : expected.length > 0;

/** Absent values stay. */
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
  /** Null before the first run and after a change of the expectations. */
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
  cost: z.number(),
  at: z.string(),
});

/** Waits for approval because it made these answers worse. */
const heldChange = z.object({
  contentId: z.uuid(),
  title: z.string(),
  state: z.enum(['testing', 'held']),
  /** No version is in use. */
  isNew: z.boolean(),
  since: z.string(),
  /** Of a FAQ: the new version and the one in use. */
  faq: z
    .object({ question: z.string(), answer: z.string(), questionNow: z.string(), answerNow: z.string() })
    .nullable(),
  worse: z.array(z.object({ question: z.string(), answerBefore: z.string(), answer: z.string() })),
});
export type HeldChange = z.infer<typeof heldChange>;

export const testQuestionList = z.object({
  data: z.array(testQuestion),
  runs: z.array(testRun),
  held: z.array(heldChange),
  holds: z.boolean(),
  isRunning: z.boolean(),
  /** The plan's model is paid. */
  isPaid: z.boolean(),
});
export type TestQuestionList = z.infer<typeof testQuestionList>;

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

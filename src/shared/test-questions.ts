import { z } from 'zod';

export const TEST_QUESTIONS_MAX = 100;
export const PHRASES_MAX = 10;
export const PHRASE_CHARS_MAX = 200;

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

const worseAnswer = z.object({ question: z.string(), answerBefore: z.string(), answer: z.string() });

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
  worse: z.array(worseAnswer),
});
export type HeldChange = z.infer<typeof heldChange>;

/** Of all test questions of a context. */
export const testState = z.object({
  questions: z.int(),
  tested: z.int(),
  passed: z.int(),
  shown: z.int(),
  worse: z.array(worseAnswer),
  runs: z.array(testRun),
  held: z.array(heldChange),
  holds: z.boolean(),
  isRunning: z.boolean(),
  /** The plan's model is paid. */
  isPaid: z.boolean(),
});
export type TestState = z.infer<typeof testState>;

/** Of one question, the latest first. */
export const testResults = z.object({
  data: z.array(
    z.object({
      at: z.string(),
      cause: z.enum(RUN_CAUSES),
      passed: z.boolean(),
      shown: z.boolean(),
      answer: z.string(),
    }),
  ),
});
export type TestResults = z.infer<typeof testResults>;

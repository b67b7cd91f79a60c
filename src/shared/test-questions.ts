import { z } from 'zod';

/** What became of one kept question in one run. */
export const testResult = z.object({
  questionId: z.uuid(),
  question: z.string(),
  answer: z.string(),
  passed: z.boolean(),
  /** What the answer had to contain and did not. */
  missing: z.array(z.string()),
});
export type TestResult = z.infer<typeof testResult>;

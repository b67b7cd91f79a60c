import { fold } from '../../knowledge/search/words.ts';

/** Lower case, without accents, with single spaces. */
const normalize = (text: string) => fold(text).replace(/\s+/g, ' ').trim();

/** Whether an answer meets the expectations of a test question. */
export function isAsExpected(
  { expected, declines }: { expected: readonly string[]; declines: boolean },
  { outcome, answer }: { outcome: string; answer: string },
): boolean {
  // Suggestions are not an answer.
  const isAnswered = outcome !== 'unknown' && outcome !== 'suggested';
  if (declines) return !isAnswered;
  const normalizedAnswer = normalize(answer);
  return isAnswered && expected.every((phrase) => normalizedAnswer.includes(normalize(phrase)));
}

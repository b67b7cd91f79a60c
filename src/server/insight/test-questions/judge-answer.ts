import { fold } from '../../knowledge/search/words.ts';

/** Without accents, case, or more than one space. */
const plain = (text: string) => fold(text).replace(/\s+/g, ' ').trim();

/** Whether an answer is what a test question expects. */
export function isAsExpected(
  { expected, declines }: { expected: readonly string[]; declines: boolean },
  { outcome, answer }: { outcome: string; answer: string },
): boolean {
  // What offers a choice asserts nothing, and answers nothing.
  const isAnswered = outcome !== 'unknown' && outcome !== 'suggested';
  if (declines) return !isAnswered;
  const said = plain(answer);
  return isAnswered && expected.every((phrase) => said.includes(plain(phrase)));
}

import { fold } from '../../knowledge/search/words.ts';

/** Without accents, case, or more than one space. */
const plain = (text: string) => fold(text).replace(/\s+/g, ' ').trim();

/** Whether an answer is what a test question expects. */
export function isAsExpected(
  { expected, declines }: { expected: readonly string[]; declines: boolean },
  { outcome, answer }: { outcome: string; answer: string },
): boolean {
  if (declines) return outcome === 'declined';
  const said = plain(answer);
  return outcome !== 'declined' && expected.every((phrase) => said.includes(plain(phrase)));
}

import type { Passage } from './passage.ts';
import { sentencesOf } from './sentences.ts';

/** Characters of a passage that are shown as an answer: whole sentences, one at least. A FAQ's answer is shown whole. */
const SHOWN_MAX = 900;

/** All that a passage says, as far as it fits an answer. */
export function wholeAnswer({ answer, text }: Pick<Passage, 'answer' | 'text'>): string {
  if (answer !== null) return answer.trim();
  const whole = text.trim();
  if (whole.length <= SHOWN_MAX) return whole;
  const ends = sentencesOf(whole).map(({ end }) => end);
  return whole.slice(0, ends.findLast((end) => end <= SHOWN_MAX) ?? ends[0]);
}

import type { Passage } from './passage.ts';
import { sentencesOf } from './sentences.ts';

/**
 * Maximum number of characters shown of a passage, cut after a whole sentence. At least one sentence is shown. A FAQ's
 * answer is never cut.
 */
const SHOWN_MAX = 900;

/** Returns the whole text of a passage, cut to the length of an answer. */
export function wholeAnswer({ answer, text }: Pick<Passage, 'answer' | 'text'>): string {
  if (answer !== null) return answer.trim();
  const trimmed = text.trim();
  if (trimmed.length <= SHOWN_MAX) return trimmed;
  const ends = sentencesOf(trimmed).map(({ end }) => end);
  return trimmed.slice(0, ends.findLast((end) => end <= SHOWN_MAX) ?? ends[0]);
}

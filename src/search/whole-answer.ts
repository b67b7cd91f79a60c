import type { Passage } from './passage.ts';
import { sentencesOf } from './sentences.ts';

/** Cut after a whole sentence, at least one. A FAQ's answer is never cut. */
const SHOWN_MAX = 900;

export function wholeAnswer({ answer, text }: Pick<Passage, 'answer' | 'text'>): string {
  if (answer !== null) return answer.trim();
  const trimmed = text.trim();
  if (trimmed.length <= SHOWN_MAX) return trimmed;
  const ends = sentencesOf(trimmed).map(({ end }) => end);
  return trimmed.slice(0, ends.findLast((end) => end <= SHOWN_MAX) ?? ends[0]);
}

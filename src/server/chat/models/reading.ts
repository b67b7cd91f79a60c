import type { Hit } from '../../knowledge/search/search.ts';
import type { Segment } from '../../knowledge/search/segment.ts';
import { CHARACTERS_PER_TOKEN } from '../../providers/tokens.ts';

/** A base of no more than this is read as a whole. */
const WHOLE_BASE_TOKENS = 3_000;
/** Of a larger one, more passages than these dilute the answer, and each is paid for. */
const BEST_PASSAGES = 8;
/** Characters of what names a passage in a prompt, about. */
const NAMES = 24;

function isShort(base: readonly Segment[]): boolean {
  let room = WHOLE_BASE_TOKENS * CHARACTERS_PER_TOKEN;
  for (const { passages } of base) {
    for (const { title, heading, question, text } of passages) {
      room -= text.length + title.length + (heading?.length ?? 0) + (question?.length ?? 0) + NAMES;
      if (room < 0) return false;
    }
  }
  return true;
}

/** What a model reads for an answer: every passage of a short base, the best ones of any other; the best first. */
export function passagesToRead(base: readonly Segment[], hits: readonly Hit[]): readonly Hit[] {
  if (!isShort(base)) return hits.slice(0, BEST_PASSAGES);
  const found = new Set(hits.map(({ passage }) => passage));
  const others = base.flatMap(({ passages }) => passages.filter((passage) => !found.has(passage)));
  return [...hits, ...others.map((passage) => ({ passage, score: 0, sentences: [] }))];
}

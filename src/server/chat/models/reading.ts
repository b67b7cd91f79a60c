import { livePassages } from '../../../search/hidden-passages.ts';
import type { Hit } from '../../../search/search.ts';
import type { Segment } from '../../../search/segment.ts';
import { withoutUnconfirmed } from '../../../search/unconfirmed.ts';
import { CHARACTERS_PER_TOKEN } from '../../providers/tokens.ts';

/** Up to this size, the whole base is sent. */
const WHOLE_BASE_MAX_TOKENS = 3_000;
/** More would dilute the answer, and each costs tokens. */
const BEST_PASSAGES = 8;
const NAMES = 24;

function isShort(base: readonly Segment[]): boolean {
  let room = WHOLE_BASE_MAX_TOKENS * CHARACTERS_PER_TOKEN;
  for (const { passages } of base) {
    for (const { title, heading, question, text } of passages) {
      room -= text.length + title.length + (heading?.length ?? 0) + (question?.length ?? 0) + NAMES;
      if (room < 0) return false;
    }
  }
  return true;
}

/** Best first: all of a short base; without what must not be asserted. */
export function passagesToRead(base: readonly Segment[], hits: readonly Hit[]): readonly Hit[] {
  return chosenToRead(base, hits).map((hit) =>
    hit.passage.unconfirmed ? { ...hit, passage: withoutUnconfirmed(hit.passage) } : hit,
  );
}

function chosenToRead(base: readonly Segment[], hits: readonly Hit[]): readonly Hit[] {
  if (!isShort(base)) return hits.slice(0, BEST_PASSAGES);
  const found = new Set(hits.map(({ passage }) => passage));
  const others = base.flatMap((segment) => livePassages(segment).filter((passage) => !found.has(passage)));
  return [...hits, ...others.map((passage) => ({ passage, score: 0, sentences: [] }))];
}

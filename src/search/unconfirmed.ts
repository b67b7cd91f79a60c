import type { Passage } from './passage.ts';
import type { Hit } from './search.ts';
import { sentencesOf } from './sentences.ts';

/** Returns whether what is quoted of a passage has a number that was read from a picture and that nobody has confirmed. */
export function isUnconfirmed({ passage: { text, unconfirmed }, quotes = [text] }: Hit): boolean {
  if (!unconfirmed) return false;
  const pieces = quotes.flatMap((quote) => sentencesOf(quote).map(({ start, end }) => quote.slice(start, end)));
  return pieces.some((piece) => unconfirmed.some((line) => line.includes(piece) || piece.includes(line)));
}

/** Returns a passage without the lines that must not be asserted. */
export function withoutUnconfirmed(passage: Passage): Passage {
  const { unconfirmed, records: _, ...confirmed } = passage;
  if (!unconfirmed) return passage;
  const open = new Set(unconfirmed);
  const kept = sentencesOf(passage.text)
    .map(({ start, end }) => passage.text.slice(start, end))
    .filter((line) => !open.has(line));
  return { ...confirmed, text: kept.join('\n') };
}

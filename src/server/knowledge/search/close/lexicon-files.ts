import { LEXICON } from '../load-lexicon.ts';
import { Lexicon } from './lexicon.ts';

let known: Lexicon | null = null;

/** The lexicon, made ready at the first question that needs it. */
export function theLexicon(): Lexicon {
  known ??= new Lexicon(LEXICON.groups);
  return known;
}

/** Replaces the lexicon, to measure what a part of it is worth; what was read with another must be forgotten. */
export function useLexicon(lexicon: Lexicon): void {
  known = lexicon;
}

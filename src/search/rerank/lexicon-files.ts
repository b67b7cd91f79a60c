import { LEXICON } from '../load-lexicon.ts';
import { Lexicon } from './lexicon.ts';

let known: Lexicon | null = null;

/** Returns the lexicon, built on first use. */
export function currentLexicon(): Lexicon {
  known ??= new Lexicon(LEXICON.groups);
  return known;
}

let loadedLexicon: Lexicon | null = null;

/** Returns the names of places, as kinds of the words that include them (`brasil`, `exterior`). */
export function placesLexicon(): Lexicon {
  loadedLexicon ??= new Lexicon(LEXICON.places);
  return loadedLexicon;
}

/**
 * Replaces the lexicon, to measure the effect of its parts. Call `resetIntentBank` and discard the segments built with
 * the old one.
 */
export function useLexicon(lexicon: Lexicon): void {
  known = lexicon;
}

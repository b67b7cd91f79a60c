import { LEXICON } from '../load-lexicon.ts';
import { Lexicon } from './lexicon.ts';

let known: Lexicon | null = null;

export function currentLexicon(): Lexicon {
  known ??= new Lexicon(LEXICON.groups);
  return known;
}

let loadedLexicon: Lexicon | null = null;

/** Kinds of the words that include them (`brasil`, `exterior`). */
export function placesLexicon(): Lexicon {
  loadedLexicon ??= new Lexicon(LEXICON.places);
  return loadedLexicon;
}

/** To measure the effect of its parts. Call `resetIntentBank` and discard the segments built with the old one. */
export function useLexicon(lexicon: Lexicon): void {
  known = lexicon;
}

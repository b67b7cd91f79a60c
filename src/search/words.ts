import { fold } from '../shared/fold.ts';

export { fold };

/** A folded word and its offsets in the original text, in UTF-16 units. */
export interface Word {
  word: string;
  start: number;
  end: number;
}

/**
 * Maximum length of a word. Longer runs (base64, minified code) are cut, because they would only fill the vocabulary.
 */
export const WORD_MAX = 40;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Returns the folded words of a text (runs of letters and digits), in order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0]).slice(0, WORD_MAX);
    if (word !== '') words.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return words;
}

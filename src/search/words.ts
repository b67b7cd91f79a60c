import { fold } from '../shared/fold.ts';

export { fold };

export interface Word {
  word: string;
  start: number;
  end: number;
}

/** Longer runs (base64, minified code) are cut: they would only fill the vocabulary. */
export const WORD_MAX = 40;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0]).slice(0, WORD_MAX);
    if (word !== '') words.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return words;
}

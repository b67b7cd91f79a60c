import { fold } from '../../../shared/fold.ts';

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns whether the words contain the letters in this order, the first one at the start of a word. */
function isSubsequence(letters: string, words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (!word.startsWith(letters[0] as string)) return false;
    const rest = words.slice(at).join('');
    let found = 0;
    for (const letter of rest) if (letter === letters[found]) found++;
    return found === letters.length;
  });
}

function closeness(typed: string, words: readonly string[]): number {
  if (words.includes(typed)) return 4;
  if (words.some((word) => word.startsWith(typed))) return 3;
  if (typed.length > 1 && words.some((word) => word.includes(typed))) return 2;
  return typed.length > 1 && isSubsequence(typed, words) ? 1 : 0;
}

/**
 * Returns how well a text matches what was typed; 0 when a typed word is not found. Whole words score higher than
 * prefixes, these higher than substrings, and these higher than scattered letters; shorter texts score higher.
 * `others` are further words that match for a lower score.
 */
export function likeness(typed: string, text: string, others = ''): number {
  const searchWords = wordsOf(typed);
  if (searchWords.length === 0) return 0;
  const [own, more] = [wordsOf(text), wordsOf(others)];
  let sum = 0;
  for (const word of searchWords) {
    const found = Math.max(closeness(word, own), closeness(word, more) - 1.5);
    if (found <= 0) return 0;
    sum += found;
  }
  const begins = fold(text).startsWith(fold(typed.trim())) ? 1 : 0;
  return sum / searchWords.length + begins + 0.5 / (1 + own.length);
}

import { rootOf } from './roots.ts';
import { editDistance } from './spelling.ts';
import { STOPWORDS } from './stopwords.ts';
import { similarity } from './word-similarity.ts';

export interface WeighedWord {
  word: string;
  stem: string;
  weight: number;
}

/** Returns the distinct content words. `weightOf` returns the weight of a stem. */
export const weighWords = (words: readonly string[], weightOf: (ofStem: string) => number): WeighedWord[] =>
  [...new Set(words)]
    .filter((word) => !STOPWORDS.has(word))
    .map((word) => {
      const ofStem = rootOf(word);
      return { word, stem: ofStem, weight: weightOf(ofStem) };
    });

export const totalWeight = (words: readonly WeighedWord[]): number =>
  words.reduce((sum, { weight }) => sum + weight, 0);

/** Of `first` in `second`, which must not be empty; similar words count in part. */
export const sharedWeight = (first: readonly WeighedWord[], second: readonly WeighedWord[]): number =>
  first.reduce((sum, word) => sum + word.weight * Math.max(...second.map((other) => alike(word, other))), 0);

/** Similarity of a word and its misspelling. */
const SLIPPED = 0.9;

function alike(one: WeighedWord, other: WeighedWord): number {
  const like = Math.max(
    similarity(one.word, one.stem, other.word, other.stem),
    similarity(other.word, other.stem, one.word, one.stem),
  );
  const longest = Math.max(one.word.length, other.word.length);
  const allowed = longest < 4 ? 0 : longest < 8 ? 1 : 2;
  const canBeSlip = like < SLIPPED && allowed > 0 && Math.abs(one.word.length - other.word.length) <= allowed;
  return canBeSlip && editDistance(one.word, other.word, allowed) <= allowed ? SLIPPED : like;
}

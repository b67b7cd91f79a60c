import { likeness } from './likeness.ts';
import { slipsBetween } from './spelling.ts';
import { stem } from './stem.ts';
import { STOPWORDS } from './stopwords.ts';

/** A word of a question, with how much it says of what is asked. */
export interface WeighedWord {
  word: string;
  stem: string;
  weight: number;
}

/** The words that carry a question, each once; `weightOf` weighs a stem. */
export const weigh = (words: readonly string[], weightOf: (ofStem: string) => number): WeighedWord[] =>
  [...new Set(words)]
    .filter((word) => !STOPWORDS.has(word))
    .map((word) => {
      const ofStem = stem(word);
      return { word, stem: ofStem, weight: weightOf(ofStem) };
    });

export const totalWeight = (words: readonly WeighedWord[]): number =>
  words.reduce((sum, { weight }) => sum + weight, 0);

/** Weight of the first's words that the second holds, likenesses counted in part. The second is not empty. */
export const sharedWeight = (first: readonly WeighedWord[], second: readonly WeighedWord[]): number =>
  first.reduce((sum, word) => sum + word.weight * Math.max(...second.map((other) => alike(word, other))), 0);

/** How alike a word and itself mistyped are taken to be. */
const SLIPPED = 0.9;

function alike(one: WeighedWord, other: WeighedWord): number {
  const like = Math.max(
    likeness(one.word, one.stem, other.word, other.stem),
    likeness(other.word, other.stem, one.word, one.stem),
  );
  const longest = Math.max(one.word.length, other.word.length);
  const allowed = longest < 4 ? 0 : longest < 8 ? 1 : 2;
  const canBeSlip = like < SLIPPED && allowed > 0 && Math.abs(one.word.length - other.word.length) <= allowed;
  return canBeSlip && slipsBetween(one.word, other.word, allowed) <= allowed ? SLIPPED : like;
}

import { isGeneric } from './generic.ts';
import { intentOf, isNegative } from './intent.ts';
import { likeness } from './likeness.ts';
import { slipsBetween } from './spelling.ts';
import { stem } from './stem.ts';
import { STOPWORDS } from './stopwords.ts';
import { typedWords } from './typed-words.ts';

/** From this likeness on two questions are taken to ask the same thing. */
export const SAME_QUESTION = 0.7;

/** What is kept of the likeness when the questions ask for different things, or only one denies. */
const OTHER_INTENT = 0.75;
const OTHER_NEGATION = 0.8;

/**
 * How alike two questions are, 0 to 1, whatever base they were asked of: by their words (typing slips, inflection and
 * synonyms count in part) and by what they ask for. The same both ways round.
 */
export function questionLikeness(one: string, other: string): number {
  const [a, b] = [contentOf(one), contentOf(other)];
  if (a.length === 0 || b.length === 0) return fallback(one, other);
  const shared = sharedWeight(a, b) + sharedWeight(b, a);
  const words = shared / (totalWeight(a) + totalWeight(b));
  const [intent, otherIntent] = [intentOf(one), intentOf(other)];
  const isOther = intent !== otherIntent && intent !== 'which' && otherIntent !== 'which';
  return words * (isOther ? OTHER_INTENT : 1) * (isNegative(one) === isNegative(other) ? 1 : OTHER_NEGATION);
}

interface Weighed {
  word: string;
  stem: string;
  weight: number;
}

function contentOf(question: string): Weighed[] {
  const words = new Set(wordsTyped(question).filter((word) => !STOPWORDS.has(word)));
  return [...words].map((word) => {
    const ofStem = stem(word);
    return { word, stem: ofStem, weight: isGeneric(ofStem) ? 0.5 : 1 };
  });
}

/** Weight of the first's words that the second holds, likenesses counted in part. */
function sharedWeight(first: readonly Weighed[], second: readonly Weighed[]): number {
  return first.reduce((sum, word) => sum + word.weight * Math.max(...second.map((other) => alike(word, other))), 0);
}

function alike(one: Weighed, other: Weighed): number {
  const like = Math.max(
    likeness(one.word, one.stem, other.word, other.stem),
    likeness(other.word, other.stem, one.word, one.stem),
  );
  const longest = Math.max(one.word.length, other.word.length);
  const allowed = longest < 4 ? 0 : longest < 8 ? 1 : 2;
  return like < SLIPPED && slipsBetween(one.word, other.word, allowed) <= allowed ? SLIPPED : like;
}

/** How alike a word and itself mistyped are taken to be. */
const SLIPPED = 0.9;

function totalWeight(words: readonly Weighed[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

/** Questions without a word of their own (`e aí?`) are alike when they are the same. */
function fallback(one: string, other: string): number {
  return wordsTyped(one).join(' ') === wordsTyped(other).join(' ') ? 1 : 0;
}

function wordsTyped(question: string): string[] {
  return typedWords([], question).map(({ word }) => word);
}

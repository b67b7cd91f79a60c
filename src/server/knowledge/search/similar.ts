import { isGeneric } from './generic.ts';
import { intentOf, isNegative } from './intent.ts';
import { typedWords } from './typed-words.ts';
import { sharedWeight, totalWeight, weigh } from './weighed-words.ts';

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

const GENERIC_WEIGHT = 0.5;

const contentOf = (question: string) =>
  weigh(wordsTyped(question), (ofStem) => (isGeneric(ofStem) ? GENERIC_WEIGHT : 1));

/** Questions without a word of their own (`e aí?`) are alike when they are the same. */
function fallback(one: string, other: string): number {
  return wordsTyped(one).join(' ') === wordsTyped(other).join(' ') ? 1 : 0;
}

function wordsTyped(question: string): string[] {
  return typedWords([], question).map(({ word }) => word);
}

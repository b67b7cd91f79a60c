import { isGeneric } from './generic.ts';
import { intentOf, isNegative } from './intent.ts';
import { typedWords } from './typed-words.ts';
import { sharedWeight, totalWeight, weighWords } from './weighed-words.ts';

export const SAME_QUESTION = 0.7;

/** For different intents, and when only one question is negated. */
const OTHER_INTENT = 0.75;
const OTHER_NEGATION = 0.8;

/**
 * 0 to 1, symmetric and independent of any base: by words (typos, inflections and synonyms count in part) and intents.
 */
export function questionSimilarity(one: string, other: string): number {
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
  weighWords(typedWords(question), (ofStem) => (isGeneric(ofStem) ? GENERIC_WEIGHT : 1));

/** Questions of stopwords only (`e aí?`) must be identical. */
function fallback(one: string, other: string): number {
  return typedWords(one).join(' ') === typedWords(other).join(' ') ? 1 : 0;
}

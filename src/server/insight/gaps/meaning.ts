import { isGeneric } from '../../../search/generic.ts';
import { type Intent, intentOf, isNegative } from '../../../search/intent.ts';
import { rootOf } from '../../../search/roots.ts';
import { synonymGroups } from '../../../search/synonyms.ts';
import { typedWords } from '../../../search/typed-words.ts';
import { sharedWeight, totalWeight, type WeighedWord, weighWords } from '../../../search/weighed-words.ts';

export const MIN_GAP_SIMILARITY = 0.6;

/** Different ways to ask about the same thing: low weight. */
const REQUEST_WORDS = new Set(
  `aceitar aceita aceitam pagar pago paga poder posso pode levar custar custa custam valor preco vender vende vendem comprar
  compra dar da opcao opcoes querer quero queria gostaria saber oferecer oferece oferecem trabalhar trabalham atender atendem
  disponivel disponiveis haver usar uso conseguir consigo ver encontrar achar informar informacao precisar preciso`
    .split(/\s+/)
    .map((word) => rootOf(word)),
);
const REQUEST_WORD_WEIGHT = 0.25;
const GENERIC_WEIGHT = 0.5;
const OTHER_INTENT_FACTOR = 0.85;
const OTHER_NEGATION_FACTOR = 0.8;
const PREFIX_LENGTH = 4;

export interface Meaning {
  words: readonly WeighedWord[];
  total: number;
  intent: Intent;
  denies: boolean;
  /** At least one is shared by questions of the same meaning. */
  keys: ReadonlySet<string>;
}

/** `wi-fi`, `e-mail`: also written as one word. */
const joinCompounds = (question: string) => question.replace(/\b(\p{L}{1,3})-(\p{L}{2,4})\b/gu, '$1$2');

const weightOf = (ofStem: string) =>
  REQUEST_WORDS.has(ofStem) ? REQUEST_WORD_WEIGHT : isGeneric(ofStem) ? GENERIC_WEIGHT : 1;

export function meaningOf(question: string): Meaning | null {
  const typed = typedWords(joinCompounds(question));
  const words = weighWords(typed, weightOf);
  if (words.length === 0) return null;
  return {
    words,
    total: totalWeight(words),
    intent: intentOf(question),
    denies: isNegative(question),
    keys: new Set(words.flatMap(keysOf)),
  };
}

const keysOf = ({ word, stem: ofStem }: WeighedWord): string[] => [
  ofStem,
  word.slice(0, PREFIX_LENGTH),
  ...[...synonymGroups(ofStem)].map((group) => `#${group}`),
];

/** 0 to 1, symmetric: mainly the words of the subject, hardly the way of asking. */
export function gapSimilarity(a: Meaning, b: Meaning): number {
  const words = (sharedWeight(a.words, b.words) + sharedWeight(b.words, a.words)) / (a.total + b.total);
  const isOther = a.intent !== b.intent && a.intent !== 'which' && b.intent !== 'which';
  const intentFactor = isOther && a.words.length > 1 && b.words.length > 1 ? OTHER_INTENT_FACTOR : 1;
  return words * intentFactor * (a.denies === b.denies ? 1 : OTHER_NEGATION_FACTOR);
}

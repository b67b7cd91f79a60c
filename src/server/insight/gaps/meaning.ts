import { isGeneric } from '../../knowledge/search/generic.ts';
import { type Intent, intentOf, isNegative } from '../../knowledge/search/intent.ts';
import { stem } from '../../knowledge/search/stem.ts';
import { synonymGroups } from '../../knowledge/search/synonyms.ts';
import { typedWords } from '../../knowledge/search/typed-words.ts';
import { sharedWeight, totalWeight, weigh, type Weighed } from '../../knowledge/search/weighed-words.ts';

/** From this likeness on two questions that went unanswered are taken for one gap. */
export const SAME_GAP = 0.6;

/** Verbs and frames with which one and the same thing is asked for: they say little of what is missing. */
const FRAMES = new Set(
  `aceitar aceita aceitam pagar pago paga poder posso pode levar custar custa custam valor preco vender vende vendem comprar
  compra dar da opcao opcoes querer quero queria gostaria saber oferecer oferece oferecem trabalhar trabalham atender atendem
  disponivel disponiveis haver usar uso conseguir consigo ver encontrar achar informar informacao precisar preciso`
    .split(/\s+/)
    .map((word) => stem(word)),
);
const FRAME_WEIGHT = 0.25;
const GENERIC_WEIGHT = 0.5;
const OTHER_INTENT = 0.85;
const OTHER_NEGATION = 0.8;
/** Letters of a word's start that words of its root share with it. */
const ROOT = 4;

/** What a question is about, ready to be held against others. */
export interface Meaning {
  words: readonly Weighed[];
  total: number;
  intent: Intent;
  denies: boolean;
  /** What a question of the same meaning has at least one of. */
  keys: ReadonlySet<string>;
}

/** Short compounds are written in one or in two: `wi-fi`, `e-mail`. */
const joined = (question: string) => question.replace(/\b(\p{L}{1,3})-(\p{L}{2,4})\b/gu, '$1$2');

const weightOf = (ofStem: string) => (FRAMES.has(ofStem) ? FRAME_WEIGHT : isGeneric(ofStem) ? GENERIC_WEIGHT : 1);

/** What a question is about; null when it holds no word that says so. */
export function meaningOf(question: string): Meaning | null {
  const typed = typedWords([], joined(question)).map(({ word }) => word);
  const words = weigh(typed, weightOf);
  if (words.length === 0) return null;
  return {
    words,
    total: totalWeight(words),
    intent: intentOf(question),
    denies: isNegative(question),
    keys: new Set(words.flatMap(keysOf)),
  };
}

/** A word's stem, its root and its synonyms; frames alone lead nowhere, unless nothing else was said. */
const keysOf = ({ word, stem: ofStem }: Weighed): string[] => [
  ofStem,
  word.slice(0, ROOT),
  ...[...synonymGroups(ofStem)].map((group) => `#${group}`),
];

/**
 * How alike two questions are in what they miss, 0 to 1, the same both ways round: by the words that carry their subject
 * (inflection, synonyms and slips count in part), hardly by the way in which it is asked for.
 */
export function gapLikeness(a: Meaning, b: Meaning): number {
  const words = (sharedWeight(a.words, b.words) + sharedWeight(b.words, a.words)) / (a.total + b.total);
  const isOther = a.intent !== b.intent && a.intent !== 'which' && b.intent !== 'which';
  const asks = isOther && a.words.length > 1 && b.words.length > 1 ? OTHER_INTENT : 1;
  return words * asks * (a.denies === b.denies ? 1 : OTHER_NEGATION);
}

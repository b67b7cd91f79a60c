import { rarity } from './bm25f.ts';
import { isGeneric } from './generic.ts';
import { intentOf, isNegative } from './intent.ts';
import type { Intent } from './intent.ts';
import type { Segment } from './segment.ts';
import { nearestWord } from './spelling.ts';
import { stem } from './stem.ts';
import { ABBREVIATIONS, STOPWORDS } from './stopwords.ts';
import { wordsOf } from './words.ts';

/** A word of the question that is searched for. */
export interface QuestionWord {
  /** As it is searched for: written out, and put right when no passage holds it as typed. */
  word: string;
  stem: string;
  /** Whether some passage holds the word or its stem as typed. */
  isKnown: boolean;
  /** Whether it took a guess to find a word of the base. */
  isCorrected: boolean;
  /** Half for words that tell passages apart badly, else 1. */
  share: number;
  /** How much it counts: how rare its stem is in the base, times `share`. */
  weight: number;
  /** The same for the word as it is written. */
  wordWeight: number;
}

export interface Question {
  words: QuestionWord[];
  /** Sum of the words' weights. */
  weight: number;
  intent: Intent;
  isNegative: boolean;
  /** Every word typed, stopwords too. */
  typed: ReadonlySet<string>;
}

const GENERIC_SHARE = 0.5;

/** Reads a question against a base: its words, each once, in order, stopwords left out; and what it asks for. */
export function readQuestion(chain: readonly Segment[], question: string): Question {
  const typed = wordsOf(question).flatMap(({ word }) => (ABBREVIATIONS.get(word) ?? word).split(' '));
  const content = [...new Set(typed)].filter((word) => !STOPWORDS.has(word));
  const words = content.map((word) => readWord(chain, word));
  return {
    words,
    weight: words.reduce((sum, { weight }) => sum + weight, 0),
    intent: intentOf(typed.join(' ')),
    isNegative: isNegative(question),
    typed: new Set(typed),
  };
}

function readWord(chain: readonly Segment[], typed: string): QuestionWord {
  const typedStem = stem(typed);
  const isKnown = chain.some(({ wordIds, stemIds }) => wordIds.has(typed) || stemIds.has(typedStem));
  const nearest = isKnown ? null : nearestWord(chain, typed);
  const word = nearest ?? typed;
  const ofStem = nearest === null ? typedStem : stem(word);
  const passageCount = chain.reduce((sum, { passages }) => sum + passages.length, 0);
  const share = isGeneric(ofStem) ? GENERIC_SHARE : 1;
  let holdingStem = 0;
  let holdingWord = 0;
  for (const { stemIds, byStem, wordIds, wordPassages } of chain) {
    const stemId = stemIds.get(ofStem);
    const wordId = wordIds.get(word);
    if (stemId !== undefined) holdingStem += byStem.starts[stemId + 1]! - byStem.starts[stemId]!;
    if (wordId !== undefined) holdingWord += wordPassages[wordId]!;
  }
  return {
    word,
    stem: ofStem,
    isKnown,
    isCorrected: nearest !== null,
    share,
    weight: rarity(passageCount, holdingStem) * share,
    wordWeight: rarity(passageCount, holdingWord),
  };
}

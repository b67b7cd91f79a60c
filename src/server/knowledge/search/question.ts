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
}

/** A question's words, each once, in order; stopwords left out unless it has no other. */
export function readQuestion(segments: readonly Segment[], question: string): QuestionWord[] {
  const typed = wordsOf(question).flatMap(({ word }) => (ABBREVIATIONS.get(word) ?? word).split(' '));
  const content = [...new Set(typed)].filter((word) => !STOPWORDS.has(word));
  return content.map((word) => readWord(segments, word));
}

function readWord(segments: readonly Segment[], typed: string): QuestionWord {
  const typedStem = stem(typed);
  const isKnown = segments.some(({ wordIds, stemIds }) => wordIds.has(typed) || stemIds.has(typedStem));
  const nearest = isKnown ? null : nearestWord(segments, typed);
  const word = nearest ?? typed;
  return { word, stem: nearest === null ? typedStem : stem(word), isKnown, isCorrected: nearest !== null };
}

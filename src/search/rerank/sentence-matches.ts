import { onlyMeasures } from '../records/asked.ts';
import { isLight } from './light-words.ts';
import { similarityTo } from './passage-match.ts';
import type { RerankQuestion } from './rerank-question.ts';
import { raiseMaxima } from './rerank-question.ts';
import type { RerankSegment } from './rerank-segment.ts';
import { bitOf } from './wants.ts';

/** How a quotable sentence matches a question. Shares are fractions of the question's weight, 0 to 1. */
export interface SentenceMatch {
  share: number;
  reworded: number;
  shown: number;
  /** Similarity to each noun of the question. */
  names: readonly number[];
  /** The highest similarity to a word that says what the question is about, and not how much or when. */
  about: number;
}

const saysNothing = (root: string) => isLight(root) || onlyMeasures(root);

const HEAD_SHARE = 0.7;
const NAMED = 0.9;

export function matchSentences(
  segment: RerankSegment,
  segmentIndex: number,
  index: number,
  question: RerankQuestion,
): SentenceMatch[] {
  const { sentences, shown, head } = segment.passages[index]!;
  const { units, weight, want } = question;
  const wanted = want === null ? 0 : bitOf(want);
  const maximaOf = (list: Uint32Array) => {
    const highest = new Float32Array(units.length);
    raiseMaxima(highest, list, question.similarities[segmentIndex]!);
    return highest;
  };
  const inHead = maximaOf(head);
  const subject = units.flatMap(({ unit }, at) => (unit.split('_').every(saysNothing) ? [] : [at]));
  const nouns = units.flatMap(({ isNoun }, unit) => (isNoun ? [unit] : []));
  return sentences.map((list, at) => {
    const isShown = (shown[at]! & wanted) !== 0;
    const own = maximaOf(list);
    // `R$ 42,90.` below `Segunda via de certidão`
    const held = isShown
      ? own.map((similarity, unit) => Math.max(similarity, inHead[unit]! >= NAMED ? HEAD_SHARE : 0))
      : own;
    const sum = units.reduce((total, unit, index) => total + unit.weight * held[index]!, 0);
    return {
      share: weight === 0 ? 0 : sum / weight,
      reworded: similarityTo(segment, list, question.rewordedIn[segmentIndex]!),
      shown: isShown ? 1 : 0,
      names: nouns.map((unit) => own[unit]!),
      about: Math.max(0, ...subject.map((unit) => own[unit]!)),
    };
  });
}

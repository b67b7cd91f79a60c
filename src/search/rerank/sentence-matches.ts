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
}

export function matchSentences(
  segment: RerankSegment,
  segmentIndex: number,
  index: number,
  question: RerankQuestion,
): SentenceMatch[] {
  const { sentences, shown } = segment.passages[index]!;
  const { units, weight, want } = question;
  const wanted = want === null ? 0 : bitOf(want);
  return sentences.map((list, at) => {
    const highest = new Float32Array(units.length);
    raiseMaxima(highest, list, question.similarities[segmentIndex]!);
    const sum = units.reduce((total, unit, index) => total + unit.weight * highest[index]!, 0);
    return {
      share: weight === 0 ? 0 : sum / weight,
      reworded: similarityTo(segment, list, question.rewordedIn[segmentIndex]!),
      shown: (shown[at]! & wanted) === 0 ? 0 : 1,
    };
  });
}

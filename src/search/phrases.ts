import type { PassageCandidate } from './candidates.ts';
import type { Lookup } from './matches.ts';
import type { Question } from './question.ts';
import { STOPWORDS } from './stopwords.ts';

/** Stopwords included: `muito grave` is not `grave`. */
export function comparePhrases({ segment, index }: PassageCandidate, { question, next }: Lookup) {
  const { words, starts } = segment.tokens;
  const found = new Set<number>();
  const end = starts[index + 1]! - 1;
  for (let at = starts[index]!; at < end; at++) {
    const pair = next.get(words[at]!)?.get(words[at + 1]!);
    if (pair !== undefined) found.add(pair);
  }
  const pairs = question.sequence.length - 1;
  return { phrase: pairs > 0 ? found.size / pairs : 0, smallWords: shareOfSmallWords(segment, index, question) };
}

/** FAQs: Dice coefficient of both questions' stopwords. */
function shareOfSmallWords(
  { tokens, words, isContent }: PassageCandidate['segment'],
  index: number,
  { sequence }: Question,
) {
  const own = new Set<string>();
  for (let at = tokens.starts[index]!; at < tokens.titles[index]!; at++) {
    const word = tokens.words[at]!;
    if (isContent[word] === 0) own.add(words[word]!);
  }
  if (own.size === 0) return 0;
  const stopwordsOfQuestion = new Set(sequence.filter((word) => STOPWORDS.has(word)));
  const common = [...stopwordsOfQuestion].filter((word) => own.has(word)).length;
  return (2 * common) / (own.size + stopwordsOfQuestion.size);
}

/** First word → second word → number of the pair, in the segment's word numbers. */
export function pairsOf({ wordIds }: PassageCandidate['segment'], { sequence }: Question) {
  const next = new Map<number, Map<number, number>>();
  for (let at = 0; at + 1 < sequence.length; at++) {
    const [first, second] = [wordIds.get(sequence[at]!), wordIds.get(sequence[at + 1]!)];
    if (first === undefined || second === undefined) continue;
    const followers = next.get(first) ?? new Map<number, number>();
    if (!followers.has(second)) next.set(first, followers.set(second, at));
  }
  return next;
}

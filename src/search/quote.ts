import { tellsOtherAct } from './acts.ts';
import type { Question } from './question.ts';
import type { QuoteSignals } from './quote-signals.ts';
import { readQuoteSignals } from './quote-signals.ts';
import type { Ranked } from './rank.ts';
import { onlyNames, TIMES } from './records/asked.ts';
import { quantitiesIn } from './records/limits.ts';
import type { SentenceMatch } from './rerank/sentence-matches.ts';
import { endsLikeVerb, rootOf } from './roots.ts';
import { fold } from './words.ts';

export interface HitSentence {
  /** Unchanged from the passage. */
  text: string;
  /** In the passage's text, in UTF-16 units. */
  start: number;
  /** Log odds against the result's other sentences. */
  score: number;
  /** Share of the question's weight covered, per word of the question; 0 for verbs, which many sentences have. */
  holds: readonly number[];
  /** In small bases: whether it has the kind of thing asked for, such as a time, and how well it has each noun of the question. */
  isOfKind?: boolean;
  names?: readonly number[];
  /** Names something that the question is about, and not only how much or when. */
  isAbout?: boolean;
  /** See `tellsOtherAct`. */
  isOfOtherAct?: boolean;
}

/**
 * Softmax regression over the sentences of the five best passages, with encyclopedia articles, abstracts and rules,
 * also mistyped. Signals were selected by leaving out one source at a time.
 */
const WEIGHTS: Readonly<QuoteSignals> = {
  soft: 1.51,
  softShort: 0.7,
  againstBest: 0.88,
  isBest: 0.94,
  evidence: 0.61,
  askedEvidenceNear: 1.61,
  numbers: 1.44,
  before: 0.72,
  after: 0.43,
  beforeIsBest: 0.84,
  pointsBack: 2.99,
  rest: 1.59,
  early: 2.86,
  earlyDefines: 1.57,
  scoreGap: -0.85,
};
/**
 * Softmax regression over the sentences of the three best passages, with small businesses, of which a tenth was left out in
 * turn: the best sentence has the answer in 73 % instead of 72 % of the questions, and its likelihood is better (mean log -.91
 * instead of -1.03).
 */
const MATCH_WEIGHTS = {
  reworded: 3.8,
  againstBest: 2.4,
  shown: 1.4,
  shownNear: 2.4,
  before: 3.2,
  after: 1.4,
  softShort: 4.1,
  isFirst: 1.5,
};

const ABOUT = 0.6;

interface MatchedSentences {
  sentences: readonly SentenceMatch[];
  share: number;
}

/** Best first. `scoreGap`: how far the hit scores below the best. */
export function quotesOf(
  ranked: Ranked,
  question: Question,
  scoreGap: number,
  matched: MatchedSentences | null,
): HitSentence[] {
  const { segment, index } = ranked.candidate;
  const { spanStarts, spanEnds } = segment.tokens;
  const { text } = segment.passages[index]!;
  const signs = readQuoteSignals(ranked, question, scoreGap);
  const asked = question.sequence.join(' ');
  const mostShared = Math.max(1e-9, ...(matched?.sentences ?? []).map(({ share }) => share));
  const near = (at: number, { sentences }: MatchedSentences) => {
    const { share, reworded, shown } = sentences[at]!;
    const { before, after, softShort } = signs[at]!;
    const values = {
      reworded,
      againstBest: share / mostShared,
      shown,
      shownNear: shown * share,
      before,
      after,
      softShort,
    };
    return weigh(MATCH_WEIGHTS, { ...values, isFirst: scoreGap === 0 ? 1 : 0 });
  };
  const lineAt = (sentence: number) => text.slice(spanStarts[sentence], spanEnds[sentence]);
  const measured = quantitiesIn(asked);
  const isMeasured = measured.length > 0;
  /** Days and months are said of anything. */
  const sizes = measured.filter(({ unit }) => !TIMES.has(unit));
  const hasMeasure = (line: string) =>
    sizes.length > 0 && quantitiesIn(fold(line)).some(({ unit }) => sizes.some((one) => one.unit === unit));
  const sharesOf = question.words.map(({ word, weight }) =>
    endsLikeVerb(word) || onlyNames(rootOf(word)) || (isMeasured && /^\d/.test(word)) ? 0 : weight,
  );
  const quotes = ranked.parts.map(({ sentence, similarities }, at) => ({
    text: lineAt(sentence),
    start: spanStarts[sentence]!,
    score: (1 - (matched?.share ?? 0)) * weigh(WEIGHTS, signs[at]!) + (matched ? matched.share * near(at, matched) : 0),
    holds: Array.from(similarities, (like, word) => (like * sharesOf[word]!) / question.weight),
    isOfOtherAct: tellsOtherAct(asked, lineAt(sentence)),
    ...(matched && {
      isOfKind: matched.sentences[at]!.shown === 1,
      names: matched.sentences[at]!.names,
      isAbout: matched.sentences[at]!.about >= ABOUT || hasMeasure(lineAt(sentence)),
    }),
  }));
  return quotes.sort((a, b) => b.score - a.score || a.start - b.start);
}

const weigh = <N extends string>(weights: Readonly<Record<N, number>>, values: Readonly<Record<N, number>>): number =>
  (Object.keys(weights) as N[]).reduce((sum, name) => sum + weights[name] * values[name], 0);

/** Of each word at most as much as another sentence, and of one less than half as much. */
export const namesLess = (one: readonly number[], other: readonly number[]): boolean =>
  other.some((share, word) => share > 0 && (one[word] ?? 0) < share / 2) &&
  one.every((share, word) => share <= (other[word] ?? 0));

/** Names less of what is asked for than another sentence, and has nothing of the kind asked for that it lacks. */
export const saysLess = (one: HitSentence, other: HitSentence): boolean =>
  (other.isOfKind || !one.isOfKind) &&
  (namesLess(one.holds, other.holds) || namesLess(one.names ?? [], other.names ?? []));

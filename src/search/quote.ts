import type { Question } from './question.ts';
import type { QuoteSignals } from './quote-signals.ts';
import { readQuoteSignals } from './quote-signals.ts';
import type { Ranked } from './rank.ts';
import type { SentenceMatch } from './rerank/sentence-matches.ts';

export interface HitSentence {
  /** Unchanged from the passage. */
  text: string;
  /** In the passage's text, in UTF-16 units. */
  start: number;
  /** Log odds against the result's other sentences. */
  score: number;
  /** Share of the question's weight covered, per word of the question. */
  holds: readonly number[];
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
/** Chosen on small businesses. The other signals count half as much there. */
const MATCH_WEIGHTS: Readonly<SentenceMatch> = { share: 4, reworded: 6, shown: 2 };
const SIGNALS_BESIDE_MATCHES = 0.5;
const NAMES = Object.keys(WEIGHTS) as (keyof QuoteSignals)[];

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
  const quotes = ranked.parts.map(({ sentence, similarities }, at) => ({
    text: text.slice(spanStarts[sentence], spanEnds[sentence]),
    start: spanStarts[sentence]!,
    score: mixed(
      NAMES.reduce((sum, name) => sum + WEIGHTS[name] * signs[at]![name], 0),
      matched,
      at,
    ),
    holds: Array.from(similarities, (like, word) => (like * question.words[word]!.weight) / question.weight),
  }));
  return quotes.sort((a, b) => b.score - a.score || a.start - b.start);
}

function mixed(logOdds: number, matched: MatchedSentences | null, at: number): number {
  if (matched === null) return logOdds;
  const { share, reworded, shown } = matched.sentences[at]!;
  // The kind of answer proves little on its own, so it is multiplied by the shared words.
  const near = MATCH_WEIGHTS.share * share + MATCH_WEIGHTS.reworded * reworded + MATCH_WEIGHTS.shown * shown * share;
  return (1 - matched.share * (1 - SIGNALS_BESIDE_MATCHES)) * logOdds + matched.share * near;
}

import type { CloseSentence } from './close/read-sentences-closely.ts';
import type { Question } from './question.ts';
import type { QuoteSigns } from './quote-signs.ts';
import { readQuoteSigns } from './quote-signs.ts';
import type { Ranked } from './rank.ts';

/** A sentence of a hit, or a part of a long one, that may be quoted. */
export interface HitSentence {
  /** Unchanged from the passage's text. */
  text: string;
  /** Offset in the passage's text, in UTF-16 units. */
  start: number;
  /** How well it answers: log odds against the result's other sentences. */
  score: number;
  /** For each word of the question, the share of the question's weight that this sentence covers with it. */
  holds: readonly number[];
}

/**
 * Trained by softmax regression on the sentences of the five best passages (which one contains the answer?), with
 * encyclopedia articles, abstracts and rules and with questions typed well and badly. The signals were selected by
 * leaving out one source at a time.
 */
const WEIGHTS: Readonly<QuoteSigns> = {
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
/** The weights of the close reading, chosen on small businesses. The other signals count half as much there. */
const CLOSE_WEIGHTS: Readonly<CloseSentence> = { share: 4, reworded: 6, shown: 2 };
const FAR_BESIDE_CLOSE = 0.5;
const NAMES = Object.keys(WEIGHTS) as (keyof QuoteSigns)[];

/** The close reading of a passage's sentences and its weight. */
interface ReadClosely {
  sentences: readonly CloseSentence[];
  share: number;
}

/** Returns a hit's quotable sentences, best first. `scoreGap` is how far the hit scores below the best. */
export function quotesOf(
  ranked: Ranked,
  question: Question,
  scoreGap: number,
  close: ReadClosely | null,
): HitSentence[] {
  const { segment, index } = ranked.candidate;
  const { spanStarts, spanEnds } = segment.tokens;
  const { text } = segment.passages[index]!;
  const signs = readQuoteSigns(ranked, question, scoreGap);
  const quotes = ranked.parts.map(({ sentence, likes }, at) => ({
    text: text.slice(spanStarts[sentence], spanEnds[sentence]),
    start: spanStarts[sentence]!,
    score: mixed(
      NAMES.reduce((sum, name) => sum + WEIGHTS[name] * signs[at]![name], 0),
      close,
      at,
    ),
    holds: Array.from(likes, (like, word) => (like * question.words[word]!.weight) / question.weight),
  }));
  return quotes.sort((a, b) => b.score - a.score || a.start - b.start);
}

function mixed(far: number, close: ReadClosely | null, at: number): number {
  if (close === null) return far;
  const { share, reworded, shown } = close.sentences[at]!;
  // The kind of answer proves little on its own, so it is multiplied by the shared words.
  const near = CLOSE_WEIGHTS.share * share + CLOSE_WEIGHTS.reworded * reworded + CLOSE_WEIGHTS.shown * shown * share;
  return (1 - close.share * (1 - FAR_BESIDE_CLOSE)) * far + close.share * near;
}

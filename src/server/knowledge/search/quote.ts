import type { CloseSentence } from './close/read-sentences-closely.ts';
import type { Question } from './question.ts';
import { readQuoteSigns } from './quote-signs.ts';
import type { QuoteSigns } from './quote-signs.ts';
import type { Ranked } from './rank.ts';

/** A quotable sentence of a hit, or a part of a long one. */
export interface HitSentence {
  /** As it stands in the passage's text. */
  text: string;
  /** Where it stands there, in UTF-16 units. */
  start: number;
  /** How well it answers: the logarithm of its odds against the result's other sentences. */
  score: number;
  /** Of each of the question's words, the share of the question that it stands for and that this sentence holds. */
  holds: readonly number[];
}

/**
 * Learned by a softmax regression over the sentences of the five best passages (which one holds the answer?) on
 * encyclopedia articles, abstracts and rules, asked of well and badly typed. The signs were chosen by what they did for
 * each source when it was left out of learning.
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
  behind: -0.85,
};
/** The same where a base is read closely, chosen on small businesses: the far signs count half as much there. */
const CLOSE_WEIGHTS: Readonly<CloseSentence> = { share: 4, reworded: 6, shown: 2 };
const FAR_BESIDE_CLOSE = 0.5;
const NAMES = Object.keys(WEIGHTS) as (keyof QuoteSigns)[];

/** The sentences of a passage as the close reading sees them, and how much that counts. */
export interface ReadClosely {
  sentences: readonly CloseSentence[];
  share: number;
}

/** A hit's sentences as they may be quoted, the one that answers best first. `behind`: its score below the best hit's. */
export function quotesOf(ranked: Ranked, question: Question, behind: number, close: ReadClosely | null): HitSentence[] {
  const { segment, index } = ranked.candidate;
  const { spanStarts, spanEnds } = segment.tokens;
  const { text } = segment.passages[index]!;
  const signs = readQuoteSigns(ranked, question, behind);
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
  // What is wanted says little where nothing else of the question stands.
  const near = CLOSE_WEIGHTS.share * share + CLOSE_WEIGHTS.reworded * reworded + CLOSE_WEIGHTS.shown * shown * share;
  return (1 - close.share * (1 - FAR_BESIDE_CLOSE)) * far + close.share * near;
}

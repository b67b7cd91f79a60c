import type { SentenceReading } from './evidence.ts';
import type { Question } from './question.ts';
import type { Ranked } from './rank.ts';

/** A quotable sentence of a hit, or a part of a long one. */
export interface HitSentence {
  /** As it stands in the passage's text. */
  text: string;
  /** Where it stands there, in UTF-16 units. */
  start: number;
  /** How well it answers; comparable within one result. */
  score: number;
  /** Of each of the question's words, the share of the question that it stands for and that this sentence holds. */
  holds: readonly number[];
}

/** Learned by a softmax regression: which sentence of the best passages holds the answer. */
const HARD = 0.64;
const SOFT = 2.6;
const SHORT = 1.29;
const EVIDENCE = 0.45;
const EVIDENCE_NEAR = 0.64;
const ASKED_EVIDENCE_NEAR = 1.12;
/** What the score of the sentence before, and its own against the passage's best, add: answers follow their subject. */
const BEFORE = 1.33;
const AGAINST_BEST = 2.0;
/** The first sentence says what a thing is. */
const OPENING_DEFINES = 0.55;
/** What a point that its passage stands behind the best one takes away. */
const BEHIND = 0.8;

/** A hit's sentences as they may be quoted, the one that answers best first. `behind`: its score below the best hit's. */
export function quotesOf({ candidate, parts }: Ranked, question: Question, behind: number): HitSentence[] {
  const { segment, index } = candidate;
  const { spanStarts, spanEnds } = segment.tokens;
  const { text } = segment.passages[index]!;
  const best = parts.reduce((most, { softShort }) => Math.max(most, softShort), 1e-9);
  const quotes = parts.map((part, at) => ({
    text: text.slice(spanStarts[part.sentence], spanEnds[part.sentence]),
    start: spanStarts[part.sentence]!,
    score: scoreOf(part, parts[at - 1], best, question) - BEHIND * behind,
    holds: Array.from(part.likes, (like, word) => (like * question.words[word]!.weight) / question.weight),
  }));
  return quotes.sort((a, b) => b.score - a.score || a.start - b.start);
}

function scoreOf(part: SentenceReading, before: SentenceReading | undefined, best: number, question: Question): number {
  const { intent } = question;
  const isAsked = ['person', 'place', 'time', 'count', 'money'].includes(intent);
  return (
    HARD * part.hard +
    SOFT * part.soft +
    SHORT * part.softShort +
    (intent !== 'which' && intent !== 'confirmation' && part.hasEvidence ? EVIDENCE : 0) +
    (EVIDENCE_NEAR + (isAsked ? ASKED_EVIDENCE_NEAR : 0)) * part.evidenceNear +
    BEFORE * (before?.softShort ?? 0) +
    (AGAINST_BEST * part.softShort) / best +
    (intent === 'definition' && before === undefined ? OPENING_DEFINES : 0)
  );
}

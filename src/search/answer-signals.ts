import { contradicts, denies } from './opposites.ts';
import type { Question } from './question.ts';
import type { Ranked } from './rank.ts';

/** Weights are divided by that of the base's rarest word, so that they are comparable between bases. */
export interface AnswerSignals {
  sentenceShort: number;
  neighbours: number;
  phrase: number;
  opening: number;
  questionDice: number;
  smallWords: number;
  sameIntent: number;
  evidenceNear: number;
  numbersMissing: number;
  /** How far its score exceeds the mean of the next five. */
  lead: number;
  /** Logarithms: shared character grams; weight of the question's words that the passage contains. */
  grams: number;
  matched: number;
  /** Words missing from the passage, names missing from its best sentence, the question's last word missing. */
  missing: number;
  namesMissing: number;
  lastMissing: number;
  /** Only the question is negated; the best sentence says the opposite. */
  denied: number;
  opposite: number;
  single: number;
  /** A FAQ answers only its own question: shared words prove less, least when the question has no specific intent. */
  faqCovered: number;
  faqGrams: number;
  faqOpen: number;
  /** Both questions have a specific intent, and the two differ. */
  otherIntent: number;
}

const PRESENT = 0.6;
const NEXT_HITS = 5;

/** `passageCount` is the size of the whole base. */
export function readAnswerSignals(question: Question, ranked: readonly Ranked[], passageCount: number): AnswerSignals {
  const best = ranked[0]!;
  const { features, candidate, similarities } = best;
  const { words } = question;
  const unit = Math.log(1 + passageCount);
  const grams = Math.log(1 + candidate.rawGrams / unit);
  const faqIntent = candidate.segment.intents[candidate.index] ?? null;
  const isFaq = faqIntent === null ? 0 : 1;
  const isOpen = question.intent === 'which' || question.intent === 'confirmation';
  const isOpenFaq = faqIntent === 'which' || faqIntent === 'confirmation';
  const weightOf = (share: (index: number) => number) =>
    words.reduce((sum, { weight }, index) => sum + weight * share(index), 0);
  return {
    sentenceShort: features.sentenceShort,
    neighbours: features.neighbours,
    phrase: features.phrase,
    opening: features.opening,
    questionDice: features.questionDice,
    smallWords: features.smallWords,
    sameIntent: features.sameIntent,
    otherIntent: isFaq === 1 && !isOpen && !isOpenFaq && question.intent !== faqIntent ? 1 : 0,
    evidenceNear: features.evidenceNear,
    numbersMissing: features.numbersMissing,
    lead: leadOf(ranked),
    grams,
    matched: Math.log(1 + weightOf((index) => (similarities[index]! > 0.5 ? 1 : 0)) / unit),
    missing: weightOf((index) => 1 - similarities[index]!) / unit / 3,
    ...readFocus(question, best, unit),
    single: words.length <= 1 ? 1 : 0,
    faqCovered: isFaq * features.covered,
    faqGrams: isFaq * grams,
    faqOpen: faqIntent === 'which' && !isOpen ? 1 : 0,
  };
}

function leadOf([best, ...rest]: readonly Ranked[]): number {
  const nextHits = rest.slice(0, NEXT_HITS);
  const mean = nextHits.reduce((sum, { score }) => sum + score, 0) / Math.max(1, nextHits.length);
  return Math.min(1.5, (best!.score - mean) / 6);
}

function readFocus({ words, names, sequence }: Question, best: Ranked, unit: number) {
  const { focus } = best;
  const missing = words.reduce(
    (sum, { word, weight }, index) => sum + (names.has(word) && focus[index]! < PRESENT ? weight : 0),
    0,
  );
  const last = Math.max(
    0,
    words.findLastIndex(({ share }) => share === 1),
  );
  const focusWords = wordsOfFocus(best);
  return {
    namesMissing: Math.min(2, missing / unit),
    lastMissing: 1 - focus[last]!,
    denied: denies(sequence) && !denies(focusWords) ? 1 : 0,
    opposite: contradicts(sequence, focusWords) ? 1 : 0,
  };
}

/** The words of the FAQ's question or, for other passages, of the sentence that shares most with the question. */
function wordsOfFocus({ candidate: { segment, index }, parts }: Ranked): string[] {
  const { words, starts, titles, texts } = segment.tokens;
  let [start, end, best] = [starts[index]!, titles[index]!, -1];
  if (start === end) {
    let at = texts[index]!;
    for (const { length, softShort } of parts) {
      if (softShort > best) [start, end, best] = [at, at + length, softShort];
      at += length;
    }
  }
  return Array.from(words.subarray(start, end), (word) => segment.words[word]!);
}

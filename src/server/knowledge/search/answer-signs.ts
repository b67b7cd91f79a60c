import { denies, saysOpposite } from './opposites.ts';
import type { Question } from './question.ts';
import type { Ranked } from './rank.ts';

/** What tells whether the best passage answers. Amounts are in units of the base's rarest word, so that bases compare. */
export interface AnswerSigns {
  /** Of the best passage: see its features. */
  sentenceShort: number;
  neighbours: number;
  phrase: number;
  opening: number;
  questionDice: number;
  smallWords: number;
  sameIntent: number;
  evidenceNear: number;
  numbersMissing: number;
  /** How far it stands before the five behind it. */
  lead: number;
  /** Logarithms: character grams in common; weight of the question's words that it holds. */
  grams: number;
  matched: number;
  /** Weight of the words that it lacks; of the names that its best sentence lacks; whether that lacks the last word. */
  missing: number;
  namesMissing: number;
  lastMissing: number;
  /** Whether the question denies and the best sentence does not; whether that says the opposite. */
  denied: number;
  opposite: number;
  /** Whether the question is one word. */
  single: number;
  /** Whether every word of it was guessed at: of no passage as typed, put right. */
  guessed: number;
  /** A FAQ answers its own question alone: words in common prove less, and when it asks for nothing in particular. */
  faqCovered: number;
  faqGrams: number;
  faqOpen: number;
  /** Whether both questions ask for something in particular, and not for the same. */
  otherIntent: number;
}

/** Of a likeness below this a word is taken to be missing. */
const THERE = 0.6;
const BEHIND = 5;

/** Reads whether the best of the ranked passages answers. `passageCount`: of the whole base. */
export function readAnswerSigns(question: Question, ranked: readonly Ranked[], passageCount: number): AnswerSigns {
  const best = ranked[0]!;
  const { features, candidate, likes } = best;
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
    matched: Math.log(1 + weightOf((index) => (likes[index]! > 0.5 ? 1 : 0)) / unit),
    missing: weightOf((index) => 1 - likes[index]!) / unit / 3,
    ...readFocus(question, best, unit),
    single: words.length <= 1 ? 1 : 0,
    guessed: words.every(({ isCorrected }) => isCorrected) ? 1 : 0,
    faqCovered: isFaq * features.covered,
    faqGrams: isFaq * grams,
    faqOpen: faqIntent === 'which' && !isOpen ? 1 : 0,
  };
}

function leadOf([best, ...rest]: readonly Ranked[]): number {
  const behind = rest.slice(0, BEHIND);
  const mean = behind.reduce((sum, { score }) => sum + score, 0) / Math.max(1, behind.length);
  return Math.min(1.5, (best!.score - mean) / 6);
}

function readFocus({ words, names, sequence }: Question, best: Ranked, unit: number) {
  const { focus } = best;
  const missing = words.reduce(
    (sum, { word, weight }, index) => sum + (names.has(word) && focus[index]! < THERE ? weight : 0),
    0,
  );
  const last = Math.max(
    0,
    words.findLastIndex(({ share }) => share === 1),
  );
  const said = wordsOfFocus(best);
  return {
    namesMissing: Math.min(2, missing / unit),
    lastMissing: 1 - focus[last]!,
    denied: denies(sequence) && !denies(said) ? 1 : 0,
    opposite: saysOpposite(sequence, said) ? 1 : 0,
  };
}

/** The words of a FAQ's question, or of the passage's sentence with the greatest share of the one asked. */
function wordsOfFocus({ candidate: { segment, index }, parts }: Ranked): string[] {
  const { words, starts, titles, texts } = segment.tokens;
  let [start, end, most] = [starts[index]!, titles[index]!, -1];
  if (start === end) {
    let at = texts[index]!;
    for (const { length, softShort } of parts) {
      if (softShort > most) [start, end, most] = [at, at + length, softShort];
      at += length;
    }
  }
  return Array.from(words.subarray(start, end), (word) => segment.words[word]!);
}

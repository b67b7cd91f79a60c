import type { PassageCandidate } from './candidates.ts';
import type { SentenceReading } from './evidence.ts';
import { isCounted, perLength, readSentences } from './evidence.ts';
import { evidenceFor } from './evidence-kinds.ts';
import type { Lookup, Match } from './matches.ts';
import { hardShare, PassageReader, sharpShare, softShare } from './matches.ts';
import { comparePhrases } from './phrases.ts';
import type { Question } from './question.ts';

export interface PassageFeatures {
  grams: number;
  stems: number;
  /** Share of the question in the best sentence (or FAQ question); the last two are reduced for long sentences. */
  sentence: number;
  sentenceSoft: number;
  sentenceShort: number;
  covered: number;
  opening: number;
  title: number;
  /** FAQs: visitor's question covered by the FAQ's, the FAQ's by the visitor's, and both combined (Dice). */
  questionCovered: number;
  questionReturned: number;
  questionDice: number;
  words: number;
  pairs: number;
  neighbours: number;
  nearness: number;
  document: number;
  /** FAQs: same specific intent, different ones, or none; only one is negated. */
  sameIntent: number;
  otherIntent: number;
  bothOpen: number;
  negation: number;
  numbersMissing: number;
  /**
   * The best sentence contains the kind of thing asked for (1 or -1), the score of the best that does, closeness of
   * that evidence to the question's words, and whether it is counted.
   */
  evidence: number;
  sentenceEvident: number;
  evidenceNear: number;
  counted: number;
  /** The best sentence's share of the question, with words weighted by the square of their rarity. */
  sharp: number;
  /** Adjacent words as typed, stopwords included; for FAQs also the share of stopwords in both questions. */
  phrase: number;
  smallWords: number;
}

export interface PassageReading {
  candidate: PassageCandidate;
  features: PassageFeatures;
  /** Its sentences, cut as they may be quoted. */
  parts: SentenceReading[];
  /** Per word of the question, that of the most similar word in the passage. */
  similarities: Float64Array;
  focus: Float64Array;
}

/** `document`: the score of its document's other passages, about 0 to 1. */
export function readCandidate(candidate: PassageCandidate, lookup: Lookup, document: number): PassageReading {
  const { question } = lookup;
  const { segment, index } = candidate;
  const { starts, titles, texts } = segment.tokens;
  const reader = new PassageReader(lookup);
  const own = reader.read(starts[index]!, titles[index]!);
  reader.endField();
  const title = softShare(question, reader.read(titles[index]!, texts[index]!));
  reader.endField();
  const { parts, wholes: sentences } = readSentences(segment, index, question, reader);
  const features: PassageFeatures = {
    grams: candidate.grams,
    stems: candidate.stems,
    covered: softShare(question, reader.best),
    title,
    document,
    ...compareQuestions(candidate, lookup, softShare(question, own)),
    ...compareIntents(candidate, question),
    ...measureSentences(
      sentences,
      { hard: hardShare(question, own), soft: softShare(question, own), length: titles[index]! - starts[index]! },
      question,
    ),
    ...measureDistances(question, reader.matches),
    words: shareTyped(question, reader.exact),
    numbersMissing: shareOfNumbersMissing(question, reader.best),
    counted: isCounted(segment, index, question, reader.matches) ? 1 : 0,
    sharp:
      starts[index] === titles[index]
        ? Math.max(0, ...sentences.map(({ similarities }) => sharpShare(question, similarities)))
        : 0,
    ...comparePhrases(candidate, lookup),
  };
  return { candidate, features, parts, similarities: reader.best, focus: focusOf(own, sentences) };
}

function focusOf(own: Float64Array, sentences: readonly SentenceReading[]): Float64Array {
  if (own.some((like) => like > 0)) return own;
  let best: SentenceReading | null = null;
  for (const sentence of sentences) if (best === null || sentence.softShort > best.softShort) best = sentence;
  return best === null ? own : best.similarities;
}

function compareQuestions({ segment, index }: PassageCandidate, lookup: Lookup, questionCovered: number) {
  const { tokens, isContent } = segment;
  let all = 0;
  let returned = 0;
  for (let at = tokens.starts[index]!; at < tokens.titles[index]!; at++) {
    const word = tokens.words[at]!;
    if (isContent[word] === 0) continue;
    const weight = lookup.weightOf(word);
    const row = lookup.of(word) ?? [];
    let like = 0;
    for (let entry = 1; entry < row.length; entry += 2) like = Math.max(like, row[entry]!);
    all += weight;
    returned += weight * like;
  }
  if (all === 0) return { questionCovered, questionReturned: 0, questionDice: 0 };
  const { weight } = lookup.question;
  return {
    questionCovered,
    questionReturned: returned / all,
    questionDice: (2 * questionCovered * weight) / (weight + all),
  };
}

function compareIntents({ segment, index }: PassageCandidate, question: Question) {
  const intent = segment.intents[index] ?? null;
  if (intent === null) return { sameIntent: 0, otherIntent: 0, bothOpen: 0, negation: 0 };
  const isSame = intent === question.intent;
  const isOpen = question.intent === 'which';
  return {
    sameIntent: isSame && !isOpen ? 1 : 0,
    otherIntent: !isSame && !isOpen && intent !== 'which' ? 1 : 0,
    bothOpen: isSame && isOpen ? 1 : 0,
    negation: question.isNegative === (segment.isNegative[index] === 1) ? 0 : 1,
  };
}

function measureSentences(
  sentences: readonly SentenceReading[],
  own: { hard: number; soft: number; length: number },
  question: Question,
) {
  const isFaq = own.length > 0;
  const wanted = isFaq ? 0 : evidenceFor(question.intent);
  let sentence = perLength(own.hard, own.length);
  let sentenceSoft = own.soft;
  let sentenceShort = perLength(own.soft, own.length);
  let best: SentenceReading | null = null;
  let evident = 0;
  let evidenceNear = 0;
  for (const reading of sentences) {
    sentence = Math.max(sentence, reading.hardShort);
    sentenceSoft = Math.max(sentenceSoft, reading.soft);
    sentenceShort = Math.max(sentenceShort, reading.softShort);
    if (reading.softShort > (best?.softShort ?? 0)) best = reading;
    if (reading.hasEvidence) evident = Math.max(evident, reading.softShort);
    evidenceNear = Math.max(evidenceNear, reading.evidenceNear);
  }
  return {
    sentence,
    sentenceSoft,
    sentenceShort,
    opening: isFaq ? own.soft : (sentences[0]?.soft ?? 0),
    evidence: wanted === 0 || best === null ? 0 : best.hasEvidence ? 1 : -1,
    sentenceEvident: wanted === 0 ? sentenceShort : evident,
    evidenceNear: wanted === 0 ? 0 : evidenceNear,
  };
}

function measureDistances({ words }: Question, matches: readonly Match[]) {
  const positions: number[][] = words.map(() => []);
  for (const { word, position } of matches) positions[word]!.push(position);
  let [near, nearAll, beside, besideAll, pairs] = [0, 0, 0, 0, 0];
  for (let first = 0; first < words.length; first++) {
    for (let second = first + 1; second < words.length; second++) {
      const separation = distance(positions[first]!, positions[second]!);
      const weight = words[first]!.weight * words[second]!.weight;
      nearAll += weight;
      near += weight * Math.exp(-(separation - 1) / 6);
      if (second > first + 1) continue;
      const lesser = Math.min(words[first]!.weight, words[second]!.weight);
      besideAll += lesser;
      beside += lesser / (1 + (separation - 1) * 0.5);
      if (separation === 1) pairs += lesser;
    }
  }
  const share = (part: number, all: number) => (all > 0 ? part / all : 0);
  return { nearness: share(near, nearAll), neighbours: share(beside, besideAll), pairs: share(pairs, besideAll) };
}

function distance(first: readonly number[], second: readonly number[]): number {
  let smallest = Infinity;
  for (const a of first) {
    for (const b of second) if (a !== b && Math.abs(a - b) < smallest) smallest = Math.abs(a - b);
  }
  return smallest;
}

function shareTyped({ words }: Question, exact: Float64Array): number {
  const all = words.reduce((sum, { wordWeight }) => sum + wordWeight, 0);
  return words.reduce((sum, { wordWeight }, index) => sum + wordWeight * exact[index]!, 0) / all;
}

function shareOfNumbersMissing({ words }: Question, similarities: Float64Array): number {
  let [numbers, missing] = [0, 0];
  words.forEach(({ word }, index) => {
    if (!/\d/.test(word)) return;
    numbers++;
    if (similarities[index]! < 1) missing++;
  });
  return numbers === 0 ? 0 : missing / numbers;
}

import type { PassageCandidate } from './candidates.ts';
import type { PassageFeatures, PassageReading } from './features.ts';
import { readCandidate } from './features.ts';
import { lookUp } from './matches.ts';
import type { Passage } from './passage.ts';
import { comparePassages } from './passage.ts';
import type { Question } from './question.ts';
import type { Segment } from './segment.ts';

/**
 * Softmax regression on four kinds of Portuguese questions and documents, as written, in chat style and mistyped;
 * regularised by what did best on synthetic sources held out of training.
 */
const WEIGHTS: Readonly<PassageFeatures> = {
  grams: 2.46,
  stems: 1.58,
  covered: 1.15,
  title: 1.04,
  document: 0.13,
  questionCovered: 0.38,
  questionReturned: 1.2,
  questionDice: 1.11,
  sameIntent: 1.45,
  otherIntent: -0.37,
  bothOpen: 0.16,
  negation: -0.38,
  sentence: 1.4,
  sentenceSoft: 1.12,
  sentenceShort: 2.25,
  opening: 1.1,
  evidence: 0.12,
  sentenceEvident: 1.42,
  evidenceNear: 1.44,
  nearness: 0.7,
  neighbours: 0.96,
  pairs: 0.68,
  words: 1.08,
  numbersMissing: -0.49,
  counted: 1.14,
  sharp: 1.71,
  phrase: 2.51,
  smallWords: 0.84,
};

export interface Ranked extends PassageReading {
  score: number;
  rerankScore?: number;
}

/** Best first. Ties are sorted by content and ordinal. */
export function rank(chain: readonly Segment[], question: Question, candidates: readonly PassageCandidate[]): Ranked[] {
  const lookups = lookUp(chain, candidates, question);
  const support = supportOf(candidates);
  return candidates
    .map((candidate, index) => {
      const reading = readCandidate(candidate, lookups.get(candidate.segment)!, support[index]!);
      return { ...reading, score: scoreOf(reading.features) };
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        comparePassages(passageOf(a), passageOf(b)) ||
        a.candidate.segmentIndex - b.candidate.segmentIndex,
    );
}

const NAMES = Object.keys(WEIGHTS) as (keyof PassageFeatures)[];

function scoreOf(features: PassageFeatures): number {
  let score = 0;
  for (const name of NAMES) score += WEIGHTS[name] * features[name];
  return score;
}

function passageOf({ candidate: { segment, index } }: PassageReading) {
  return segment.passages[index]!;
}

/** A third of the summed scores of the three best other passages of its document. */
function supportOf(candidates: readonly PassageCandidate[]): number[] {
  const documents = new Map<string, number[]>();
  const keys = candidates.map(({ segment, index }) => documentOf(segment.passages[index]!));
  candidates.forEach(({ grams, stems }, at) => {
    const scores = documents.get(keys[at]!) ?? [];
    documents.set(keys[at]!, scores);
    scores.push(grams + stems);
  });
  return candidates.map(({ grams, stems }, at) => {
    const others = [...documents.get(keys[at]!)!].sort((a, b) => b - a);
    others.splice(others.indexOf(grams + stems), 1);
    return others.slice(0, 3).reduce((sum, score) => sum + score, 0) / 3;
  });
}

function documentOf({ contentId, title, question }: Passage): string {
  return question !== null || title === '' ? `content ${contentId}` : `title ${title}`;
}

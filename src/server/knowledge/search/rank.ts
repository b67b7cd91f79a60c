import type { Candidate } from './candidates.ts';
import { readCandidate } from './features.ts';
import type { Features, Reading } from './features.ts';
import { lookUp } from './matches.ts';
import { comparePassages } from './passage.ts';
import type { Passage } from './passage.ts';
import type { Question } from './question.ts';
import type { Segment } from './segment.ts';

/** What each feature counts, learned by a softmax regression over four kinds of Portuguese questions and documents. */
const WEIGHTS: Readonly<Features> = {
  grams: 3.28,
  stems: 1.98,
  covered: 1.42,
  title: 0.28,
  document: 0.45,
  questionCovered: 0.25,
  questionReturned: 1.35,
  questionDice: 0.98,
  sameIntent: 1.66,
  otherIntent: -0.82,
  bothOpen: 0.37,
  negation: -0.91,
  sentence: 1.27,
  sentenceSoft: 1.84,
  sentenceShort: 2.21,
  opening: 1.04,
  evidence: 0.23,
  sentenceEvident: 1.28,
  evidenceNear: 0.86,
  nearness: 0.61,
  neighbours: 1.21,
  pairs: 0.88,
  words: 1.36,
  numbersMissing: -0.9,
  counted: 0.51,
};

export interface Ranked extends Reading {
  score: number;
}

/** Reads the candidates closely and puts them in order, the best first; of equal ones the first by content and ordinal. */
export function rank(chain: readonly Segment[], question: Question, candidates: readonly Candidate[]): Ranked[] {
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

const NAMES = Object.keys(WEIGHTS) as (keyof Features)[];

function scoreOf(features: Features): number {
  let score = 0;
  for (const name of NAMES) score += WEIGHTS[name] * features[name];
  return score;
}

function passageOf({ candidate: { segment, index } }: Reading) {
  return segment.passages[index]!;
}

/** For each candidate, what the three best others of its document score, each counted a third. */
function supportOf(candidates: readonly Candidate[]): number[] {
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

/** What names the document of a passage: its title, where it has one. */
function documentOf({ contentId, title, question }: Passage): string {
  return question !== null || title === '' ? `content ${contentId}` : `title ${title}`;
}

import { scoreByTerms, rarity } from './bm25f.ts';
import type { Term } from './bm25f.ts';
import { gramsOf, pairOf } from './grams.ts';
import { comparePassages } from './passage.ts';
import type { Passage } from './passage.ts';
import { readQuestion } from './question.ts';
import type { QuestionWord } from './question.ts';
import type { Segment } from './segment.ts';

export interface Hit {
  passage: Passage;
  score: number;
  /** Its sentences, the one that answers best first. */
  sentences: { text: string; score: number }[];
}

export interface SearchResult {
  /** The best first; of equal scores the first by content and ordinal. */
  hits: Hit[];
  /** How likely the base answers the question, 0 to 1. */
  confidence: number;
  /** Whether the confidence suffices to answer: 90 % of questions that have an answer in the base pass. */
  isAnswerable: boolean;
}

const CANDIDATES = 100;
const RERANKED = 20;
const STEM_WEIGHT = 1;
const PAIR_WEIGHT = 0.3;
const SENTENCE_WEIGHT = 1.2;
export const ANSWERABLE_FROM = 0.5;

interface Candidate {
  segment: number;
  index: number;
  passage: Passage;
  score: number;
  sentences: { text: string; score: number }[];
}

/** Searches a chain of contexts' segments for the passages that answer a question. Never throws on any question. */
export function search(segments: readonly Segment[], question: string, options: { limit?: number } = {}): SearchResult {
  const chain = segments.filter(({ passages }) => passages.length > 0);
  const words = readQuestion(chain, question);
  if (chain.length === 0 || words.length === 0) return { hits: [], confidence: 0, isAnswerable: false };
  const candidates = findCandidates(chain, words);
  const confidence = confidenceOf(chain, words, candidates);
  const hits = candidates
    .slice(0, options.limit ?? 10)
    .map(({ passage, score, sentences }) => ({ passage, score, sentences }));
  return { hits, confidence, isAnswerable: confidence >= ANSWERABLE_FROM };
}

function findCandidates(chain: readonly Segment[], words: readonly QuestionWord[]): Candidate[] {
  const byGram = scoreByTerms(
    chain.map((segment) => segment.byGram),
    gramTerms(chain, words),
    0.9,
  );
  const byStem = scoreByTerms(
    chain.map((segment) => segment.byStem),
    stemTerms(chain, words),
    1,
  );
  const byPair = scoreByTerms(
    chain.map((segment) => segment.byPair),
    pairTerms(chain, words),
    1,
  );
  const [maxGram, maxStem, maxPair] = [byGram, byStem, byPair].map(maximum);
  const candidates = new Map<string, Candidate>();
  for (const scores of [byGram, byStem, byPair]) {
    for (const { segment, index } of topOf(scores, CANDIDATES)) {
      const key = `${segment}:${index}`;
      if (candidates.has(key)) continue;
      const score =
        byGram[segment]![index]! / maxGram! +
        (STEM_WEIGHT * byStem[segment]![index]!) / maxStem! +
        (PAIR_WEIGHT * byPair[segment]![index]!) / maxPair!;
      candidates.set(key, { segment, index, passage: chain[segment]!.passages[index]!, score, sentences: [] });
    }
  }
  const ranked = [...candidates.values()].sort(byScore);
  const best = ranked.slice(0, RERANKED);
  const rarities = stemRarities(chain, words);
  for (const candidate of best)
    candidate.sentences = scoreSentences(chain[candidate.segment]!, candidate.index, rarities);
  const questions = best.map(({ segment, index }) => scoreQuestion(chain[segment]!, index, rarities));
  const bests = best.map(({ sentences }, index) => Math.max(sentences[0]?.score ?? 0, questions[index]!));
  const maxSentence = Math.max(1e-9, ...bests);
  best.forEach((candidate, index) => (candidate.score += (SENTENCE_WEIGHT * bests[index]!) / maxSentence));
  return [...best.sort(byScore), ...ranked.slice(RERANKED)];
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || comparePassages(a.passage, b.passage) || a.segment - b.segment;
}

function maximum(scores: readonly Float32Array[]): number {
  let max = 1e-9;
  for (const list of scores) for (const score of list) if (score > max) max = score;
  return max;
}

/** The places of the highest scores above zero, in no order. */
function topOf(scores: readonly Float32Array[], limit: number): { segment: number; index: number }[] {
  const found: { segment: number; index: number; score: number }[] = [];
  let least = 0;
  const shrink = () => {
    found.sort((a, b) => b.score - a.score || a.segment - b.segment || a.index - b.index);
    found.length = Math.min(found.length, limit);
    if (found.length === limit) least = found[limit - 1]!.score;
  };
  scores.forEach((list, segment) => {
    for (let index = 0; index < list.length; index++) {
      const score = list[index]!;
      if (score <= least) continue;
      found.push({ segment, index, score });
      if (found.length >= limit * 4) shrink();
    }
  });
  shrink();
  return found;
}

function gramTerms(chain: readonly Segment[], words: readonly QuestionWord[]): Term[] {
  const counts = new Map<number, number>();
  for (const { word } of words) for (const gram of gramsOf(word)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  return [...counts].map(([gram, count]) => ({ ids: chain.map(({ gramIds }) => gramIds.get(gram) ?? -1), count }));
}

function stemTerms(chain: readonly Segment[], words: readonly QuestionWord[]): Term[] {
  const stems = [...new Set(words.map(({ stem }) => stem))];
  return stems.map((one) => ({ ids: chain.map(({ stemIds }) => stemIds.get(one) ?? -1), count: 1 }));
}

function pairTerms(chain: readonly Segment[], words: readonly QuestionWord[]): Term[] {
  const pairs = new Set<number>();
  for (let at = 1; at < words.length; at++) pairs.add(pairOf(words[at - 1]!.stem, words[at]!.stem));
  return [...pairs].map((pair) => ({ ids: chain.map(({ pairIds }) => pairIds.get(pair) ?? -1), count: 1 }));
}

function stemRarities(chain: readonly Segment[], words: readonly QuestionWord[]): Map<string, number> {
  const passageCount = chain.reduce((sum, { passages }) => sum + passages.length, 0);
  const rarities = new Map<string, number>();
  for (const { stem } of words) {
    const holding = chain.reduce((sum, { stemIds, byStem }) => {
      const id = stemIds.get(stem);
      return id === undefined ? sum : sum + byStem.starts[id + 1]! - byStem.starts[id]!;
    }, 0);
    rarities.set(stem, rarity(passageCount, holding));
  }
  return rarities;
}

function scoreTokens(segment: Segment, start: number, end: number, rarities: ReadonlyMap<string, number>): number {
  const { tokens, stemOfWord, stems } = segment;
  const seen = new Set<string>();
  let score = 0;
  for (let at = start; at < end; at++) {
    const one = stems[stemOfWord[tokens.words[at]!]!]!;
    const weight = rarities.get(one);
    if (weight === undefined || seen.has(one)) continue;
    seen.add(one);
    score += weight;
  }
  return score / (1 + 0.02 * (end - start));
}

function scoreQuestion(segment: Segment, index: number, rarities: ReadonlyMap<string, number>): number {
  return scoreTokens(segment, segment.tokens.starts[index]!, segment.tokens.titles[index]!, rarities);
}

function scoreSentences(segment: Segment, index: number, rarities: ReadonlyMap<string, number>) {
  const { tokens, passages } = segment;
  const { text } = passages[index]!;
  const scored: { text: string; score: number }[] = [];
  let start = tokens.texts[index]!;
  for (let sentence = tokens.sentences[index]!; sentence < tokens.sentences[index + 1]!; sentence++) {
    const end = tokens.sentenceEnds[sentence]!;
    const quote = text.slice(tokens.spanStarts[sentence], tokens.spanEnds[sentence]);
    scored.push({ text: quote, score: scoreTokens(segment, start, end, rarities) });
    start = end;
  }
  return scored.sort((a, b) => b.score - a.score);
}

function confidenceOf(
  chain: readonly Segment[],
  words: readonly QuestionWord[],
  candidates: readonly Candidate[],
): number {
  const best = candidates[0];
  if (best === undefined) return 0;
  const rarities = stemRarities(chain, words);
  const segment = chain[best.segment]!;
  const held = new Set<string>();
  for (let at = segment.tokens.starts[best.index]!; at < segment.tokens.starts[best.index + 1]!; at++) {
    held.add(segment.stems[segment.stemOfWord[segment.tokens.words[at]!]!]!);
  }
  let all = 0;
  let covered = 0;
  for (const [one, weight] of rarities) {
    all += weight;
    if (held.has(one)) covered += weight;
  }
  return covered / all;
}

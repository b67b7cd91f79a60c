import type { Steps } from '../../runtime/slices.ts';
import { cacheFacts, factsSteps, type IndexedFacts } from '../facts/passage-facts.ts';
import { type IndexedPhrasing, indexedPhrasings, withPhrasings } from '../phrasings/load-phrasings.ts';
import { analysePassage, isCurrentAnalysis } from '../search/analyse.ts';
import { closeByteSize, closeSteps } from '../search/close/close-segment.ts';
import { isReadClosely } from '../search/close/read-closely.ts';
import type { Passage } from '../search/passage.ts';
import {
  type AnalysedPassage,
  indexSteps,
  type Segment,
  segmentFrom,
  type SegmentIndex,
  sortPassages,
} from '../search/segment.ts';
import { layOutVectors, type PassageVectors } from '../search/vectors.ts';
import { Vocabulary } from '../search/vocabulary.ts';
import type { ChunkRow } from './read-rows.ts';

/** A segment as plain data, which can be sent between threads. */
export interface SegmentParts {
  passages: readonly Passage[];
  index: SegmentIndex;
  facts: IndexedFacts;
  phrasings: readonly IndexedPhrasing[];
  vectors: PassageVectors | undefined;
}

/** Computes the parts of a segment from its rows. */
export function* partsSteps(all: readonly ChunkRow[], modelId: string | null): Steps<SegmentParts> {
  const rows = withoutRepeatedBoilerplate(all);
  const analysed = sortPassages(yield* analysedSteps(rows));
  const passages = analysed.map(({ passage }) => passage);
  const index = yield* indexSteps(analysed.map(({ analysis }) => analysis));
  yield;
  const own = rows.flatMap(({ contentId, phrasings }) => (phrasings ? [[contentId, phrasings] as const] : []));
  const phrasings = indexedPhrasings(passages, analysed, new Map(own));
  const vectors = modelId ? vectorsOf(passages, modelId, rows) : undefined;
  yield;
  const facts = yield* factsSteps({ passages, wordIds: Vocabulary.from(index.vocabulary) });
  return { passages, index, facts, phrasings, vectors };
}

/** Returns the segment of its parts. */
export function joinParts({ passages, index, facts, phrasings, vectors }: SegmentParts): Segment {
  const plain = withPhrasings(segmentFrom(passages, index), phrasings);
  const closeBytes = isReadClosely(passages.length) ? closeByteSize(plain) : 0;
  const byteSize = plain.byteSize + (vectors?.data.byteLength ?? 0) + closeBytes;
  const segment = { ...plain, byteSize, ...(vectors && { vectors }) };
  cacheFacts(segment, facts);
  return segment;
}

/** Computes a segment from its rows, together with its close form if it has one, so that no question waits for it. */
export function* loadSteps(rows: readonly ChunkRow[], modelId: string | null): Steps<Segment> {
  const segment = joinParts(yield* partsSteps(rows, modelId));
  yield;
  if (isReadClosely(segment.passages.length)) yield* closeSteps(segment);
  return segment;
}

/** Keeps the facts that several pages repeat in their footers once: with the page of the shortest address. */
function withoutRepeatedBoilerplate(rows: readonly ChunkRow[]): readonly ChunkRow[] {
  const repeated = rows.filter(({ isBoilerplate }) => isBoilerplate);
  const byAddress = repeated.sort((a, b) => (a.url?.length ?? 0) - (b.url?.length ?? 0));
  const keptRows = new Set(new Map(byAddress.toReversed().map((row) => [row.text, row])).values());
  return rows.filter((row) => !row.isBoilerplate || keptRows.has(row));
}

/** Returns the passages with their analyses. Analyses of an earlier version are made again. */
function* analysedSteps(rows: readonly ChunkRow[]): Steps<AnalysedPassage[]> {
  const analysed: AnalysedPassage[] = [];
  for (const { analysis, vector: _, phrasings: __, ...row } of rows) {
    // A FAQ is found by its question alone, so its title is left out. The answer is the chunk's text, because the row
    // may already hold an edit that is not trained.
    const isFaq = row.question !== null;
    const passage: Passage = { ...row, title: isFaq ? '' : row.title, answer: isFaq ? row.text : null };
    analysed.push({ passage, analysis: isCurrentAnalysis(analysis) ? analysis : analysePassage(passage) });
    yield;
  }
  return analysed;
}

const passageKey = ({ contentId, ordinal }: Pick<ChunkRow, 'contentId' | 'ordinal'>) => `${contentId}:${ordinal}`;

/** Returns the embeddings of the passages, in their order. */
function vectorsOf(
  passages: readonly Passage[],
  modelId: string,
  rows: readonly ChunkRow[],
): PassageVectors | undefined {
  const byPassage = new Map(rows.map((row) => [passageKey(row), row.vector]));
  return layOutVectors(
    modelId,
    passages.map((passage) => {
      const bytes = byPassage.get(passageKey(passage));
      return bytes ? new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null;
    }),
  );
}

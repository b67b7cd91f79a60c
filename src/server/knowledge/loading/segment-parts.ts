import { analysePassage, isCurrentAnalysis } from '../../../search/analyse.ts';
import {
  cacheFacts,
  factsSteps,
  type IndexedFacts,
  type StatedFacts,
  statedFactsIn,
} from '../../../search/facts/passage-facts.ts';
import type { Passage } from '../../../search/passage.ts';
import { RECORDS_VERSION } from '../../../search/records/read-records.ts';
import { isReranked } from '../../../search/rerank/rerank.ts';
import { rerankByteSize, rerankSegmentSteps } from '../../../search/rerank/rerank-segment.ts';
import {
  type AnalysedPassage,
  indexSteps,
  type Segment,
  segmentFrom,
  type SegmentIndex,
  sortPassages,
} from '../../../search/segment.ts';
import type { Steps } from '../../../search/slices.ts';
import { concatenateVectors, type PassageVectors } from '../../../search/vectors.ts';
import { Vocabulary } from '../../../search/vocabulary.ts';
import { type IndexedPhrasing, indexedPhrasings, type PhrasingRow, withPhrasings } from './load-phrasings.ts';
import type { ChunkRow } from './with-corrections.ts';

export interface SegmentParts {
  passages: readonly Passage[];
  index: SegmentIndex;
  facts: IndexedFacts;
  phrasings: readonly IndexedPhrasing[];
  vectors: PassageVectors | undefined;
}

export interface ReadRow extends AnalysedPassage {
  stated: StatedFacts | null;
  phrasings: readonly PhrasingRow[] | null;
  vector: Int8Array | null;
}

/** An analysis of another version is computed again. */
export function readRow(row: ChunkRow): ReadRow {
  const {
    contentId,
    ordinal,
    title,
    heading,
    page,
    url,
    text,
    question,
    isBoilerplate,
    analysis,
    phrasings,
    unconfirmed,
  } = row;
  // A FAQ is found by its question alone, so its title is left out. The answer is the chunk's text, because the row
  // may already hold an edit that is not trained.
  const isFaq = question !== null;
  const own = { title: isFaq ? '' : title, answer: isFaq ? text : null };
  const records = row.records?.version === RECORDS_VERSION ? row.records.list : undefined;
  const passage: Passage = {
    contentId,
    ordinal,
    ...own,
    heading,
    page,
    url,
    text,
    question,
    isBoilerplate,
    ...(unconfirmed && { unconfirmed }),
    ...(records && { records }),
  };
  return {
    passage,
    analysis: isCurrentAnalysis(analysis) ? analysis : analysePassage(passage),
    stated: statedFactsIn(passage),
    phrasings,
    vector: row.vector && new Int8Array(row.vector.buffer, row.vector.byteOffset, row.vector.byteLength),
  };
}

export function* partsSteps(all: readonly ReadRow[], modelId: string | null): Steps<SegmentParts> {
  const analysed = sortPassages(withoutRepeatedBoilerplate(all));
  const passages = analysed.map(({ passage }) => passage);
  const index = yield* indexSteps(analysed.map(({ analysis }) => analysis));
  yield;
  const own = analysed.flatMap(({ passage, phrasings }) =>
    phrasings ? [[passage.contentId, phrasings] as const] : [],
  );
  const phrasings = indexedPhrasings(passages, analysed, new Map(own));
  const vectors = modelId
    ? concatenateVectors(
        modelId,
        analysed.map(({ vector }) => vector),
      )
    : undefined;
  yield;
  const facts = yield* factsSteps(
    { passages, wordIds: Vocabulary.from(index.vocabulary) },
    (_, at) => analysed[at]!.stated,
  );
  return { passages, index, facts, phrasings, vectors };
}

export function joinParts({ passages, index, facts, phrasings, vectors }: SegmentParts): Segment {
  const plain = withPhrasings(segmentFrom(passages, index), phrasings);
  const rerankBytes = isReranked(passages.length) ? rerankByteSize(plain) : 0;
  const byteSize = plain.byteSize + (vectors?.data.byteLength ?? 0) + rerankBytes;
  const segment = { ...plain, byteSize, ...(vectors && { vectors }) };
  cacheFacts(segment, facts);
  return segment;
}

/** Prepares a small one for reranking, so that no question waits for it. */
export function* loadSteps(rows: readonly ChunkRow[], modelId: string | null): Steps<Segment> {
  const read: ReadRow[] = [];
  for (const row of rows) {
    read.push(readRow(row));
    yield;
  }
  const segment = joinParts(yield* partsSteps(read, modelId));
  yield;
  if (isReranked(segment.passages.length)) yield* rerankSegmentSteps(segment);
  return segment;
}

/** In footers: kept once, with the page that has the shortest address. */
function withoutRepeatedBoilerplate(rows: readonly ReadRow[]): readonly ReadRow[] {
  const repeated = rows.filter(({ passage }) => passage.isBoilerplate);
  const byAddress = repeated.sort((a, b) => (a.passage.url?.length ?? 0) - (b.passage.url?.length ?? 0));
  const keptRows = new Set(new Map(byAddress.toReversed().map((row) => [row.passage.text, row])).values());
  return rows.filter((row) => !row.passage.isBoilerplate || keptRows.has(row));
}

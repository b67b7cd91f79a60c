import type { Tokens } from './decode-analyses.ts';
import { decodeAnalyses } from './decode-analyses.ts';
import { evidenceKindsOf } from './evidence-kinds.ts';
import { countGrams } from './grams.ts';
import type { HiddenPassages } from './hidden-passages.ts';
import type { Intent } from './intent.ts';
import { intentIn } from './intent.ts';
import type { Passage } from './passage.ts';
import { comparePassages } from './passage.ts';
import { buildPostings, type Lengths, lengthsOf, type PostingArrays, WordPostings } from './postings.ts';
import { rootOf } from './roots.ts';
import { runAtOnce, type Steps } from './slices.ts';
import { Spelling } from './spelling.ts';
import { STOPWORDS } from './stopwords.ts';
import { buildGrams, type GramArrays, GramIndex, StemIndex } from './term-index.ts';
import type { PassageVectors } from './vectors.ts';
import { DIGITS, Vocabulary, type VocabularyArrays } from './vocabulary.ts';

export interface Phrasing {
  readonly text: string;
  readonly passage: Passage;
}

export interface Phrasings {
  readonly list: readonly Phrasing[];
  readonly byKey: ReadonlyMap<string, Phrasing>;
  /** Each phrasing is the question of a passage, in the order of `list`. */
  readonly segment: Segment;
}

export interface Segment {
  readonly passages: readonly Passage[];
  readonly byteSize: number;
  readonly words: readonly string[];
  readonly wordIds: Pick<Vocabulary, 'get' | 'has'>;
  readonly spelling: Spelling;
  readonly wordPassages: Uint32Array;
  readonly stems: readonly string[];
  readonly stemIds: ReadonlyMap<string, number>;
  readonly stemOfWord: Uint32Array;
  /** 1 for words that are not stopwords. */
  readonly isContent: Uint8Array;
  readonly signs: Uint16Array;
  /** Of its FAQ's question or of the heading that asks it. */
  readonly intents: readonly (Intent | null)[];
  readonly isNegative: Uint8Array;
  readonly byGram: GramIndex;
  readonly byStem: StemIndex;
  readonly tokens: Tokens;
  /** Embeddings, if staff chose a model for them. */
  readonly vectors?: PassageVectors;
  /** Additional wordings for its contents, if there are any. */
  readonly phrasings?: Phrasings;
  readonly hidden?: HiddenPassages;
}

export interface AnalysedPassage {
  passage: Passage;
  analysis: Uint8Array;
}

/** Throws a RangeError when an analysis is unreadable. */
export const buildSegment = (rows: readonly AnalysedPassage[]): Segment => runAtOnce(segmentSteps(rows));

export const sortPassages = <Row extends Pick<AnalysedPassage, 'passage'>>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => comparePassages(a.passage, b.passage));

export function* segmentSteps(rows: readonly AnalysedPassage[]): Steps<Segment> {
  const sorted = sortPassages(rows);
  const index = yield* indexSteps(sorted.map(({ analysis }) => analysis));
  yield;
  const passages = sorted.map(({ passage }) => passage);
  return segmentFrom(passages, index);
}

/** Plain arrays, which can be transferred between threads. */
export interface SegmentIndex {
  vocabulary: VocabularyArrays;
  tokens: Tokens;
  encodedIntents: Uint8Array;
  stems: string[];
  stemOfWord: Uint32Array;
  isContent: Uint8Array;
  signs: Uint16Array;
  wordPassages: Uint32Array;
  postings: PostingArrays;
  grams: GramArrays;
  stemLengths: Lengths;
}

/** Indexes the analyses of a segment's passages, in the order of the passages. */
export function* indexSteps(analyses: readonly Uint8Array[]): Steps<SegmentIndex> {
  const { vocabulary, tokens, encodedIntents } = yield* decodeAnalyses(analyses);
  const words = vocabulary.words();
  yield;
  const { stemIds, stemOfWord, isContent, signs, gramCounts } = yield* readWords(words, vocabulary.kinds());
  const wordPassages = yield* passagesOfWords(tokens, words.length);
  const postings = yield* buildPostings(tokens, wordPassages, isContent);
  const gramLengths = lengthsOf(tokens, gramCounts);
  yield;
  const grams = buildGrams(gramLengths, words, isContent);
  yield;
  const stemLengths = lengthsOf(tokens, isContent);
  const stems = [...stemIds.keys()];
  const own = { vocabulary: vocabulary.arrays(), stems, stemOfWord, isContent, signs };
  return { ...own, tokens, encodedIntents, wordPassages, postings, grams, stemLengths };
}

/** Returns the segment of an index. `passages` are in the order of the index. */
export function segmentFrom(passages: readonly Passage[], index: SegmentIndex): Segment {
  const { tokens, encodedIntents, stems, stemOfWord, isContent, signs, wordPassages, grams, stemLengths } = index;
  const vocabulary = Vocabulary.from(index.vocabulary);
  const words = vocabulary.words();
  const stemIds = new Map(stems.map((stem, id) => [stem, id]));
  const postings = new WordPostings(index.postings);
  const byGram = new GramIndex(postings, grams);
  const byStem = new StemIndex(postings, stemLengths, stemIds, stemOfWord, isContent);
  const arrays = [stemOfWord, wordPassages, isContent, signs, ...Object.values(tokens)];
  const indexes = [vocabulary, postings, byGram, byStem];
  const bytes = [...arrays, ...indexes].reduce((sum, { byteLength }) => sum + byteLength, 0);
  return {
    passages,
    byteSize: bytes + words.length * 40 + stemIds.size * 80 + bytesOfTexts(passages),
    words,
    wordIds: vocabulary,
    spelling: new Spelling(words),
    wordPassages,
    stems,
    stemIds,
    stemOfWord,
    isContent,
    signs,
    intents: Array.from(encodedIntents, intentIn),
    isNegative: encodedIntents.map((one) => one & 1),
    byGram,
    byStem,
    tokens,
  };
}

const WORDS_PER_STEP = 500;
const PASSAGES_PER_STEP = 200;

/** Per word; `gramCounts` is 0 for stopwords. */
function* readWords(words: readonly string[], kinds: Uint8Array) {
  const stemIds = new Map<string, number>();
  const stemOfWord = new Uint32Array(words.length);
  const isContent = new Uint8Array(words.length);
  const gramCounts = new Uint8Array(words.length);
  const signs = new Uint16Array(words.length);
  for (let id = 0; id < words.length; id++) {
    if (id % WORDS_PER_STEP === 0) yield;
    const word = words[id]!;
    stemOfWord[id] = idIn(stemIds, kinds[id] === 0 ? rootOf(word) : word);
    signs[id] = evidenceKindsOf(word, (kinds[id]! & DIGITS) !== 0);
    if (STOPWORDS.has(word)) continue;
    isContent[id] = 1;
    gramCounts[id] = countGrams(word);
  }
  return { stemIds, stemOfWord, isContent, gramCounts, signs };
}

function idIn(ids: Map<string, number>, key: string): number {
  const known = ids.get(key);
  if (known !== undefined) return known;
  ids.set(key, ids.size);
  return ids.size - 1;
}

function* passagesOfWords({ words, starts }: Tokens, wordCount: number): Steps<Uint32Array> {
  const counts = new Uint32Array(wordCount);
  const seenIn = new Uint32Array(wordCount);
  for (let passage = 0; passage + 1 < starts.length; passage++) {
    if (passage % PASSAGES_PER_STEP === 0) yield;
    const end = starts[passage + 1]!;
    for (let at = starts[passage]!; at < end; at++) {
      const word = words[at]!;
      if (seenIn[word] === passage + 1) continue;
      seenIn[word] = passage + 1;
      counts[word]!++;
    }
  }
  return counts;
}

function bytesOfTexts(passages: readonly Passage[]): number {
  return passages.reduce((sum, { text, title }) => sum + 200 + 2 * (text.length + title.length), 0);
}

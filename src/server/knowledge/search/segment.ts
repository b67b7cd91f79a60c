import { runAtOnce, type Steps } from '../../runtime/slices.ts';
import { countGrams } from './grams.ts';
import type { Intent } from './intent.ts';
import { intentIn } from './intent.ts';
import type { Tokens } from './lay-out.ts';
import { layOut } from './lay-out.ts';
import type { Passage } from './passage.ts';
import { comparePassages } from './passage.ts';
import { lengthsOf, WordPostings } from './postings.ts';
import { signsOf } from './signs.ts';
import { Spelling } from './spelling.ts';
import { stemOfLetters } from './stem.ts';
import { STOPWORDS } from './stopwords.ts';
import { GramIndex, StemIndex } from './term-index.ts';
import type { PassageVectors } from './vectors.ts';
import type { Vocabulary } from './vocabulary.ts';
import { DIGITS } from './vocabulary.ts';

/** An additional wording of a question, and the passage that answers it. */
export interface Phrasing {
  readonly text: string;
  readonly passage: Passage;
}

/** The phrasings of a segment: see `indexPhrasings`. */
export interface Phrasings {
  readonly list: readonly Phrasing[];
  readonly byKey: ReadonlyMap<string, Phrasing>;
  /** A segment with each phrasing as the question of a passage, in the order of `list`. */
  readonly segment: Segment;
}

/** The search index of one context. The order of its passages does not depend on the order of the input. */
export interface Segment {
  readonly passages: readonly Passage[];
  /** Approximate memory in bytes, for the cache. */
  readonly byteSize: number;
  readonly words: readonly string[];
  readonly wordIds: Pick<Vocabulary, 'get' | 'has'>;
  readonly spelling: Spelling;
  /** Number of passages per word. */
  readonly wordPassages: Uint32Array;
  readonly stems: readonly string[];
  readonly stemIds: ReadonlyMap<string, number>;
  /** Stem number per word. */
  readonly stemOfWord: Uint32Array;
  /** 1 for words that are not stopwords. */
  readonly isContent: Uint8Array;
  /** Kinds of evidence per word, as bits. */
  readonly signs: Uint16Array;
  /** Per passage, the intent of its FAQ's question or of the heading that asks it. */
  readonly intents: readonly (Intent | null)[];
  readonly isNegative: Uint8Array;
  readonly byGram: GramIndex;
  readonly byStem: StemIndex;
  readonly tokens: Tokens;
  /** Embeddings, if staff chose a model for them. */
  readonly vectors?: PassageVectors;
  /** Additional wordings for its contents, if there are any. */
  readonly phrasings?: Phrasings;
}

export interface AnalysedPassage {
  passage: Passage;
  analysis: Uint8Array;
}

/**
 * Builds a context's segment from its passages and their analyses. Throws a RangeError when an analysis is unreadable.
 */
export const buildSegment = (rows: readonly AnalysedPassage[]): Segment => runAtOnce(segmentSteps(rows));

/** Does the work of `buildSegment` in steps. */
export function* segmentSteps(rows: readonly AnalysedPassage[]): Steps<Segment> {
  const sorted = [...rows].sort((a, b) => comparePassages(a.passage, b.passage));
  const passages = sorted.map(({ passage }) => passage);
  const { vocabulary, tokens, asked } = yield* layOut(sorted.map(({ analysis }) => analysis));
  const words = vocabulary.words();
  yield;
  const { stemIds, stemOfWord, isContent, signs, gramCounts } = yield* readWords(words, vocabulary.kinds());
  const wordPassages = yield* passagesOfWords(tokens, words.length);
  const postings = yield* WordPostings.build(tokens, wordPassages, isContent);
  const gramLengths = lengthsOf(tokens, gramCounts);
  yield;
  const byGram = new GramIndex(postings, gramLengths, words, isContent);
  yield;
  const byStem = new StemIndex(postings, lengthsOf(tokens, isContent), stemIds, stemOfWord, isContent);
  yield;
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
    stems: [...stemIds.keys()],
    stemIds,
    stemOfWord,
    isContent,
    signs,
    intents: Array.from(asked, intentIn),
    isNegative: asked.map((one) => one & 1),
    byGram,
    byStem,
    tokens,
  };
}

const WORDS_PER_STEP = 500;
const PASSAGES_PER_STEP = 200;

/**
 * Computes the data per word. `kinds` are its character classes; `gramCounts` is its number of grams, 0 for stopwords.
 */
function* readWords(words: readonly string[], kinds: Uint8Array) {
  const stemIds = new Map<string, number>();
  const stemOfWord = new Uint32Array(words.length);
  const isContent = new Uint8Array(words.length);
  const gramCounts = new Uint8Array(words.length);
  const signs = new Uint16Array(words.length);
  for (let id = 0; id < words.length; id++) {
    if (id % WORDS_PER_STEP === 0) yield;
    const word = words[id]!;
    stemOfWord[id] = idIn(stemIds, kinds[id] === 0 ? stemOfLetters(word) : word);
    signs[id] = signsOf(word, (kinds[id]! & DIGITS) !== 0);
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

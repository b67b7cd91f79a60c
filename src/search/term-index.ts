import { countGrams, writeGrams } from './grams.ts';
import type { Lengths, TermList, WordPostings } from './postings.ts';

export interface TermIndex<Term> {
  readonly lengths: Lengths;
  listOf(term: Term): TermList;
}

/** A stem is the set of words that share it. */
export class StemIndex implements TermIndex<string> {
  readonly lengths: Lengths;
  readonly #postings: WordPostings;
  readonly #stemIds: ReadonlyMap<string, number>;
  /** Words of stem s: `#words` from `#starts[s]` to `#starts[s + 1]`. */
  readonly #starts: Uint32Array;
  readonly #words: Uint32Array;
  /** Passages per stem, plus one; 0 is not computed yet. */
  readonly #holding: Uint32Array;

  constructor(
    postings: WordPostings,
    lengths: Lengths,
    stemIds: ReadonlyMap<string, number>,
    stemOfWord: Uint32Array,
    isContent: Uint8Array,
  ) {
    this.#postings = postings;
    this.lengths = lengths;
    this.#stemIds = stemIds;
    this.#holding = new Uint32Array(stemIds.size);
    const starts = new Uint32Array(stemIds.size + 1);
    for (let word = 0; word < isContent.length; word++) starts[stemOfWord[word]! + 1]! += isContent[word]!;
    for (let stem = 0; stem < stemIds.size; stem++) starts[stem + 1]! += starts[stem]!;
    this.#starts = starts;
    this.#words = new Uint32Array(starts[stemIds.size]!);
    const next = starts.slice();
    for (let word = 0; word < isContent.length; word++) {
      if (isContent[word] === 1) this.#words[next[stemOfWord[word]!]!++] = word;
    }
  }

  get byteLength(): number {
    return this.#starts.byteLength + this.#words.byteLength + this.#holding.byteLength;
  }

  listOf(stem: string): TermList {
    return this.#postings.listOf(this.#wordsOf(this.#stemIds.get(stem)));
  }

  holding(stem: string): number {
    const id = this.#stemIds.get(stem);
    if (id === undefined) return 0;
    if (this.#holding[id] === 0) this.#holding[id] = this.#postings.countOf(this.#wordsOf(id)) + 1;
    return this.#holding[id]! - 1;
  }

  #wordsOf(id: number | undefined): number[] {
    if (id === undefined) return [];
    return Array.from(this.#words.subarray(this.#starts[id], this.#starts[id + 1]));
  }
}

/** Entries of four bytes per passage of the segment. */
const KNOWN_MAX = 128;

export interface GramArrays {
  lengths: Lengths;
  /** By their first bits: group g is in `grams` from `starts[g]` to `starts[g + 1]`. */
  starts: Uint32Array;
  grams: Int32Array;
  /** The word that contains each of `grams`. */
  words: Uint32Array;
  shift: number;
}

export function buildGrams(lengths: Lengths, words: readonly string[], isContent: Uint8Array): GramArrays {
  let count = 0;
  for (let word = 0; word < words.length; word++) if (isContent[word] === 1) count += countGrams(words[word]!);
  // About eight grams per group.
  const bits = Math.max(1, 29 - Math.clz32(count));
  const starts = new Uint32Array(2 ** bits + 1);
  const built = { lengths, starts, grams: new Int32Array(count), words: new Uint32Array(count), shift: 32 - bits };
  fillGrams(built, words, isContent);
  return built;
}

function fillGrams(built: GramArrays, words: readonly string[], isContent: Uint8Array): void {
  const { starts, grams: sorted, words: holders, shift } = built;
  const grams = new Int32Array(sorted.length);
  let end = 0;
  for (let word = 0; word < words.length; word++) {
    if (isContent[word] === 1) end = writeGrams(words[word]!, grams, end);
  }
  for (let at = 0; at < end; at++) starts[(grams[at]! >>> shift) + 1]!++;
  for (let group = 1; group < starts.length; group++) starts[group]! += starts[group - 1]!;
  const next = starts.slice();
  for (let word = 0, at = 0; word < words.length; word++) {
    if (isContent[word] === 0) continue;
    for (const last = at + countGrams(words[word]!); at < last; at++) {
      const gram = grams[at]!;
      const position = next[gram >>> shift]!++;
      sorted[position] = gram;
      holders[position] = word;
    }
  }
}

/** A gram is the set of words that contain it. */
export class GramIndex implements TermIndex<number> {
  readonly lengths: Lengths;
  readonly #postings: WordPostings;
  readonly #starts: Uint32Array;
  readonly #grams: Int32Array;
  readonly #words: Uint32Array;
  readonly #shift: number;
  /** Least recently used first. */
  readonly #known = new Map<number, TermList>();
  #knownSize = 0;

  constructor(postings: WordPostings, { lengths, starts, grams, words, shift }: GramArrays) {
    this.#postings = postings;
    this.lengths = lengths;
    this.#starts = starts;
    this.#grams = grams;
    this.#words = words;
    this.#shift = shift;
  }

  get byteLength(): number {
    const known = this.#postings.passageCount * KNOWN_MAX * 4;
    return this.#starts.byteLength + this.#grams.byteLength + this.#words.byteLength + known;
  }

  listOf(gram: number): TermList {
    const known = this.#known.get(gram);
    const list = known ?? this.#postings.listOf(this.#wordsOf(gram));
    // An empty list is cheap to compute again, and unknown grams are unlimited: they are not cached.
    if (list.passages.length === 0) return list;
    if (known !== undefined) this.#known.delete(gram);
    this.#known.set(gram, list);
    if (known === undefined) this.#makeRoom(list.passages.length);
    return list;
  }

  #makeRoom(more: number): void {
    this.#knownSize += more;
    for (const [gram, { passages }] of this.#known) {
      if (this.#knownSize <= this.#postings.passageCount * KNOWN_MAX) return;
      this.#known.delete(gram);
      this.#knownSize -= passages.length;
    }
  }

  #wordsOf(gram: number): number[] {
    const group = gram >>> this.#shift;
    const words: number[] = [];
    for (let at = this.#starts[group]!; at < this.#starts[group + 1]!; at++) {
      if (this.#grams[at] === gram) words.push(this.#words[at]!);
    }
    return words;
  }
}

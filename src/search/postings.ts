import type { Tokens } from './decode-analyses.ts';
import type { Steps } from './slices.ts';

export const FIELDS = ['text', 'title', 'question'] as const;
export const TEXT = 0;
export const TITLE = 1;
export const QUESTION = 2;

/** Counts are packed: 8 bits for the text, 4 bits each for title and question. */
export interface TermList {
  readonly passages: Uint32Array | Uint16Array;
  readonly counts: Uint16Array;
}

/** Numbers of terms, as `each[field][passage]`. */
export interface Lengths {
  readonly each: readonly Uint16Array[];
  readonly totals: readonly number[];
}

/** One occurrence in each field, as a packed count. */
const ONE = [1, 0x100, 0x1000] as const;

const PASSAGES_PER_STEP = 200;

/** Lists of word w lie from `starts[w]` to `starts[w + 1]`. */
export interface PostingArrays {
  passageCount: number;
  starts: Uint32Array;
  passages: Uint32Array | Uint16Array;
  counts: Uint16Array;
}

/** Posting lists of the content words. Stems and character grams are looked up as sets of words. */
export class WordPostings {
  readonly passageCount: number;
  readonly #starts: Uint32Array;
  readonly #passages: Uint32Array | Uint16Array;
  readonly #counts: Uint16Array;

  constructor({ passageCount, starts, passages, counts }: PostingArrays) {
    this.passageCount = passageCount;
    this.#starts = starts;
    this.#passages = passages;
    this.#counts = counts;
  }

  get byteLength(): number {
    return this.#starts.byteLength + this.#passages.byteLength + this.#counts.byteLength;
  }

  /** Passages with any of the words, counts summed. A repeated word counts repeatedly. */
  listOf(words: readonly number[]): TermList {
    if (words.length === 1) {
      const [start, end] = [this.#starts[words[0]!]!, this.#starts[words[0]! + 1]!];
      return { passages: this.#passages.subarray(start, end), counts: this.#counts.subarray(start, end) };
    }
    const size = this.#gather(words);
    const passages = passagesArray(this.passageCount, size);
    const counts = new Uint16Array(size);
    for (let at = 0; at < size; at++) {
      const passage = FOUND.passages[at]!;
      passages[at] = passage;
      counts[at] = FOUND.counts[passage]!;
    }
    this.#forget(size);
    return { passages, counts };
  }

  countOf(words: readonly number[]): number {
    if (words.length === 1) return this.#starts[words[0]! + 1]! - this.#starts[words[0]!]!;
    const size = this.#gather(words);
    this.#forget(size);
    return size;
  }

  #gather(words: readonly number[]): number {
    if (FOUND.counts.length < this.passageCount) {
      FOUND.passages = new Uint32Array(this.passageCount);
      FOUND.counts = new Uint16Array(this.passageCount);
    }
    const [passages, counts] = [FOUND.passages, FOUND.counts];
    let size = 0;
    for (const word of words) {
      const end = this.#starts[word + 1]!;
      for (let at = this.#starts[word]!; at < end; at++) {
        const passage = this.#passages[at]!;
        const before = counts[passage]!;
        if (before === 0) passages[size++] = passage;
        counts[passage] = before === 0 ? this.#counts[at]! : joined(before, this.#counts[at]!);
      }
    }
    return size;
  }

  #forget(size: number): void {
    for (let at = 0; at < size; at++) FOUND.counts[FOUND.passages[at]!] = 0;
  }
}

/** `holding` is the number of passages per word; `isContent` is 1 for the words to index. */
export function* buildPostings(tokens: Tokens, holding: Uint32Array, isContent: Uint8Array): Steps<PostingArrays> {
  const passageCount = tokens.starts.length - 1;
  const starts = new Uint32Array(holding.length + 1);
  for (let word = 0; word < holding.length; word++) {
    starts[word + 1] = starts[word]! + holding[word]! * isContent[word]!;
  }
  const size = starts[holding.length]!;
  const postings = { passageCount, starts, passages: passagesArray(passageCount, size), counts: new Uint16Array(size) };
  yield* fillPostings(postings, tokens, isContent);
  return postings;
}

function* fillPostings(
  { passageCount, starts: firsts, passages, counts }: PostingArrays,
  { words, starts, titles, texts }: Tokens,
  isContent: Uint8Array,
): Steps {
  const next = firsts.slice();
  const seenIn = new Uint32Array(isContent.length);
  const count = (from: number, to: number, field: number, passage: number) => {
    for (let at = from; at < to; at++) {
      const word = words[at]!;
      if (isContent[word] === 0) continue;
      if (seenIn[word] !== passage + 1) {
        seenIn[word] = passage + 1;
        passages[next[word]!++] = passage;
      }
      const position = next[word]! - 1;
      counts[position] = joined(counts[position]!, ONE[field]!);
    }
  };
  for (let passage = 0; passage < passageCount; passage++) {
    count(starts[passage]!, titles[passage]!, QUESTION, passage);
    count(titles[passage]!, texts[passage]!, TITLE, passage);
    count(texts[passage]!, starts[passage + 1]!, TEXT, passage);
    if (passage % PASSAGES_PER_STEP === 0) yield;
  }
}

/** Shared buffers for merging lists, to avoid allocations. `counts` is zero between two merges. */
const FOUND = { passages: new Uint32Array(), counts: new Uint16Array() };

function passagesArray(passageCount: number, size: number): Uint32Array | Uint16Array {
  return passageCount <= 0x10000 ? new Uint16Array(size) : new Uint32Array(size);
}

/** Each field saturates at its maximum. */
function joined(one: number, other: number): number {
  const text = Math.min(0xff, (one & 0xff) + (other & 0xff));
  if ((one | other) <= 0xff) return text;
  const title = Math.min(0xf00, (one & 0xf00) + (other & 0xf00));
  return text | title | Math.min(0xf000, (one & 0xf000) + (other & 0xf000));
}

export function countIn(packed: number, field: number): number {
  if (field === TEXT) return packed & 0xff;
  return field === TITLE ? (packed >>> 8) & 0xf : packed >>> 12;
}

export function lengthsOf({ words, starts, titles, texts }: Tokens, termsOf: Uint8Array): Lengths {
  const passageCount = starts.length - 1;
  const each = FIELDS.map(() => new Uint16Array(passageCount));
  const sum = (from: number, to: number) => {
    let terms = 0;
    for (let at = from; at < to; at++) terms += termsOf[words[at]!]!;
    return Math.min(0xffff, terms);
  };
  for (let passage = 0; passage < passageCount; passage++) {
    each[QUESTION]![passage] = sum(starts[passage]!, titles[passage]!);
    each[TITLE]![passage] = sum(titles[passage]!, texts[passage]!);
    each[TEXT]![passage] = sum(texts[passage]!, starts[passage + 1]!);
  }
  return { each, totals: each.map((lengths) => lengths.reduce((all, one) => all + one, 0)) };
}

/** The fields of a passage, in the order in which their counts are packed. */
export const FIELDS = ['text', 'title', 'question'] as const;
export const TEXT = 0;
export const TITLE = 1;
export const QUESTION = 2;

/** For each term, the passages that hold it and how often in each field: 8 bits for the text, 4 for each other. */
export interface Postings {
  /** Where the list of term t begins; it ends where that of t + 1 begins. */
  readonly starts: Uint32Array;
  readonly passages: Uint32Array | Uint16Array;
  readonly counts: Uint16Array;
  /** Terms of each passage in each field: `lengths[field][passage]`. */
  readonly lengths: readonly Uint16Array[];
  /** Sum of `lengths[field]`. */
  readonly totals: readonly number[];
}

export type EachTerm = (passage: number, emit: (term: number, field: number) => void) => void;

/** Turns passages with terms into terms with passages. `eachTerm` is run twice: to count, then to fill. */
export function buildPostings(passageCount: number, termCount: number, eachTerm: EachTerm): Postings {
  const starts = new Uint32Array(termCount + 1);
  const lengths = FIELDS.map(() => new Uint16Array(passageCount));
  const counts = new Uint16Array(termCount);
  const touched: number[] = [];
  const countTerms = (passage: number, forget: (term: number, count: number) => void) => {
    eachTerm(passage, (term, field) => {
      const before = counts[term]!;
      if (before === 0) touched.push(term);
      counts[term] = added(before, field);
      if (lengths[field]![passage]! < 0xffff) lengths[field]![passage]!++;
    });
    for (const term of touched) {
      forget(term, counts[term]!);
      counts[term] = 0;
    }
    touched.length = 0;
  };
  for (let passage = 0; passage < passageCount; passage++) countTerms(passage, (term) => starts[term + 1]!++);
  for (let term = 0; term < termCount; term++) starts[term + 1]! += starts[term]!;
  for (const length of lengths) length.fill(0);
  const size = starts[termCount]!;
  const passages = passageCount <= 0x10000 ? new Uint16Array(size) : new Uint32Array(size);
  const packed = new Uint16Array(size);
  const next = starts.slice();
  for (let passage = 0; passage < passageCount; passage++) {
    countTerms(passage, (term, count) => {
      const at = next[term]!++;
      passages[at] = passage;
      packed[at] = count;
    });
  }
  const totals = lengths.map((length) => length.reduce((sum, one) => sum + one, 0));
  return { starts, passages, counts: packed, lengths, totals };
}

function added(count: number, field: number): number {
  if (field === TEXT) return (count & 0xff) < 0xff ? count + 1 : count;
  if (field === TITLE) return (count & 0xf00) < 0xf00 ? count + 0x100 : count;
  return (count & 0xf000) < 0xf000 ? count + 0x1000 : count;
}

/** How often a term comes in a field, from a packed count. */
export function countIn(packed: number, field: number): number {
  if (field === TEXT) return packed & 0xff;
  return field === TITLE ? (packed >>> 8) & 0xf : packed >>> 12;
}

export function bytesOf(postings: Postings): number {
  const arrays = [postings.starts, postings.passages, postings.counts, ...postings.lengths];
  return arrays.reduce((sum, array) => sum + array.byteLength, 0);
}

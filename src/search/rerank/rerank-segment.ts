import type { Passage } from '../passage.ts';
import { rootOf } from '../roots.ts';
import type { Segment } from '../segment.ts';
import { runAtOnce, type Steps } from '../slices.ts';
import { STOPWORDS } from '../stopwords.ts';
import { intentBank } from './intent-bank.ts';
import { currentLexicon } from './lexicon-files.ts';
import { unitWeight } from './light-words.ts';
import { expressionsIn, joined } from './units.ts';
import { shownIn, type Want, wantOf } from './wants.ts';

/** Distinct units: `head` is question, title and headings. */
export interface RerankPassage {
  head: Uint32Array;
  /** Of the FAQ's question or the heading that asks; the whole head if there is none. */
  askedUnits: Uint32Array;
  body: Uint32Array;
  sentences: readonly Uint32Array[];
  /** As bits, per sentence: see `shownIn`. */
  shown: Uint8Array;
  /** The kind of thing that its question, heading or title asks for. */
  want: Want | null;
}

export interface RerankSegment {
  segment: Segment;
  units: readonly string[];
  unitIds: ReadonlyMap<string, number>;
  /** Roots by their first letters: see `BEGINNING`. */
  byBeginning: ReadonlyMap<string, readonly number[]>;
  /** Per unit, its weight independent of the base: see `unitWeight`. */
  unitWeights: Float32Array;
  /** Per unit, its inverse document frequency in the question bank. */
  idfs: Float32Array;
  passages: readonly RerankPassage[];
}

/** Number of letters of the prefix in `byBeginning`. */
export const BEGINNING = 5;

const read = new WeakMap<Segment, RerankSegment>();

/** Once per segment. Only for small ones: it costs more than loading them. */
export const rerankSegmentOf = (segment: Segment): RerankSegment =>
  read.get(segment) ?? runAtOnce(rerankSegmentSteps(segment));

/** Precomputes `rerankSegmentOf`. */
export function* rerankSegmentSteps(segment: Segment): Steps<RerankSegment> {
  const prepared = yield* new Reader(segment).steps();
  read.set(segment, prepared);
  return prepared;
}

/** After some hundred questions, with its sentences' intents: measured 0.5 to 0.65 kB. */
const BYTES_PER_WORD = 600;

/** Returns the approximate memory of a prepared segment, in bytes. */
export const rerankByteSize = ({ words }: Pick<Segment, 'words'>): number => words.length * BYTES_PER_WORD;

class Reader {
  readonly #segment: Segment;
  readonly #units = new Map<string, number>();
  readonly #roots: string[];

  constructor(segment: Segment) {
    this.#segment = segment;
    this.#roots = segment.words.map(rootOf);
  }

  *steps(): Steps<RerankSegment> {
    const passages: RerankPassage[] = [];
    for (const [index, passage] of this.#segment.passages.entries()) {
      passages.push(this.#read(passage, index));
      yield;
    }
    const units = [...this.#units.keys()];
    return {
      segment: this.#segment,
      units,
      unitIds: this.#units,
      byBeginning: byBeginning(units),
      unitWeights: Float32Array.from(units, unitWeight),
      idfs: Float32Array.from(units, (unit) => intentBank().idf(unit)),
      passages,
    };
  }

  #read(passage: Passage, index: number): RerankPassage {
    const { tokens } = this.#segment;
    const question = this.#unitsOf(tokens.starts[index]!, tokens.titles[index]!);
    const title = this.#unitsOf(tokens.titles[index]!, tokens.texts[index]!);
    const head = distinct([question, title]);
    const sentences: Uint32Array[] = [];
    const shown: number[] = [];
    let start = tokens.texts[index]!;
    for (let sentence = tokens.sentences[index]!; sentence < tokens.sentences[index + 1]!; sentence++) {
      const end = tokens.sentenceEnds[sentence]!;
      sentences.push(this.#unitsOf(start, end));
      shown.push(shownIn(passage.text.slice(tokens.spanStarts[sentence], tokens.spanEnds[sentence])));
      start = end;
    }
    const want = wantOf(passage.question ?? passage.heading ?? passage.title);
    const askedUnits = question.length > 0 ? question : head;
    return { shown: Uint8Array.from(shown), want, head, askedUnits, body: distinct(sentences), sentences };
  }

  #unitsOf(start: number, end: number): Uint32Array {
    const { tokens, words } = this.#segment;
    const roots: string[] = [];
    const found = new Set<number>();
    for (let at = start; at < end; at++) {
      const id = tokens.words[at]!;
      const word = words[id]!;
      const compound = joined(word, words[tokens.words[at + 1] ?? -1]);
      if (compound !== null && at + 1 < end) at++;
      roots.push(compound ?? this.#roots[id]!);
      if (compound === null && STOPWORDS.has(word)) continue;
      found.add(this.#idOf(roots.at(-1)!));
    }
    for (const { unit } of expressionsIn(currentLexicon(), roots)) found.add(this.#idOf(unit));
    return Uint32Array.from(found);
  }

  #idOf(unit: string): number {
    const known = this.#units.get(unit);
    if (known !== undefined) return known;
    this.#units.set(unit, this.#units.size);
    return this.#units.size - 1;
  }
}

function distinct(lists: readonly Uint32Array[]): Uint32Array {
  return Uint32Array.from(new Set(lists.flatMap((list) => [...list])));
}

function byBeginning(units: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const ids = new Map<string, number[]>();
  units.forEach((unit, id) => {
    if (unit.length < BEGINNING || unit.includes('_')) return;
    const beginning = unit.slice(0, BEGINNING);
    const known = ids.get(beginning);
    if (known) known.push(id);
    else ids.set(beginning, [id]);
  });
  return ids;
}

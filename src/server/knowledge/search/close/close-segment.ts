import type { Segment } from '../segment.ts';
import { STOPWORDS } from '../stopwords.ts';
import { theBank } from './intent-bank.ts';
import { theLexicon } from './lexicon-files.ts';
import { worthOf } from './light-words.ts';
import { rootOf } from './roots.ts';
import { expressionsIn, joined } from './units.ts';
import { shownIn, type Want, wantOf } from './wants.ts';

/** A passage's distinct units, as numbers of the segment: `head` (question, title, headings) and `body` (text). */
export interface ClosePassage {
  head: Uint32Array;
  /** The units of the FAQ's question or of the heading that asks; the whole head if there is none. */
  askedUnits: Uint32Array;
  body: Uint32Array;
  /** One entry per sentence of the passage. */
  sentences: readonly Uint32Array[];
  /** Per sentence, the kinds of thing it contains, as bits: see `shownIn`. */
  shown: Uint8Array;
  /** The kind of thing that its question, heading or title asks for. */
  want: Want | null;
}

/** A segment's passages as roots and expressions. */
export interface CloseSegment {
  segment: Segment;
  units: readonly string[];
  unitIds: ReadonlyMap<string, number>;
  /** Roots by their first letters: see `BEGINNING`. */
  byBeginning: ReadonlyMap<string, readonly number[]>;
  /** Per unit, its weight independent of the base: see `worthOf`. */
  worths: Float32Array;
  /** Per unit, its inverse document frequency in the question bank. */
  idfs: Float32Array;
  passages: readonly ClosePassage[];
}

/** Number of letters of the prefix in `byBeginning`. */
export const BEGINNING = 5;

const read = new WeakMap<Segment, CloseSegment>();

/**
 * Returns the close form of a segment, computed once per segment. Only for small segments: it costs as much as loading
 * them.
 */
export function readSegment(segment: Segment): CloseSegment {
  const known = read.get(segment);
  if (known !== undefined) return known;
  const close = new Reader(segment).read();
  read.set(segment, close);
  return close;
}

class Reader {
  readonly #segment: Segment;
  readonly #units = new Map<string, number>();
  readonly #roots: string[];

  constructor(segment: Segment) {
    this.#segment = segment;
    this.#roots = segment.words.map(rootOf);
  }

  read(): CloseSegment {
    const { tokens, passages: all } = this.#segment;
    const passages = all.map((passage, index) => {
      const question = this.#unitsOf(tokens.starts[index]!, tokens.titles[index]!);
      const title = this.#unitsOf(tokens.titles[index]!, tokens.texts[index]!);
      const sentences: Uint32Array[] = [];
      let start = tokens.texts[index]!;
      for (let sentence = tokens.sentences[index]!; sentence < tokens.sentences[index + 1]!; sentence++) {
        const end = tokens.sentenceEnds[sentence]!;
        sentences.push(this.#unitsOf(start, end));
        start = end;
      }
      const head = distinct([question, title]);
      const spans = { from: tokens.sentences[index]!, to: tokens.sentences[index + 1]! };
      const shown = Uint8Array.from({ length: spans.to - spans.from }, (_, at) =>
        shownIn(passage.text.slice(tokens.spanStarts[spans.from + at], tokens.spanEnds[spans.from + at])),
      );
      const want = wantOf(passage.question ?? passage.heading ?? passage.title);
      const askedUnits = question.length > 0 ? question : head;
      return { shown, want, head, askedUnits, body: distinct(sentences), sentences };
    });
    const units = [...this.#units.keys()];
    const worths = Float32Array.from(units, worthOf);
    const idfs = Float32Array.from(units, (unit) => theBank().idf(unit));
    return {
      byBeginning: byBeginning(units),
      idfs,
      segment: this.#segment,
      units,
      unitIds: this.#units,
      worths,
      passages,
    };
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
    for (const { unit } of expressionsIn(theLexicon(), roots)) found.add(this.#idOf(unit));
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

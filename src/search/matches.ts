import type { PassageCandidate } from './candidates.ts';
import { pairsOf } from './phrases.ts';
import type { Question } from './question.ts';
import { rarityOfStem } from './question.ts';
import type { Segment } from './segment.ts';
import { similarity } from './word-similarity.ts';

export interface Match {
  at: number;
  /** Among the passage's content words; fields are separated by a gap. */
  position: number;
  /** Index of the question's word, and the similarity (0 to 1). */
  word: number;
  like: number;
}

type WordSimilarities = Float64Array;

/** Minimum similarity for a match to count in distances. */
const NEARLY = 0.55;
const FIELD_GAP = 20;
/** Similarity of a word to the evidence that it names. */
const IMPLIED = 0.9;

/** Computed once per word of the segment. */
export class Lookup {
  readonly segment: Segment;
  readonly question: Question;
  /** Pairs of adjacent words, as the segment's word numbers. */
  readonly next: ReadonlyMap<number, ReadonlyMap<number, number>>;
  readonly #chain: readonly Segment[];
  readonly #rows = new Map<number, readonly number[] | null>();
  readonly #weights = new Map<number, number>();

  constructor(chain: readonly Segment[], segment: Segment, question: Question) {
    this.#chain = chain;
    this.segment = segment;
    this.question = question;
    this.next = pairsOf(segment, question);
  }

  weightOf(word: number): number {
    const stemId = this.segment.stemOfWord[word]!;
    const known = this.#weights.get(stemId);
    if (known !== undefined) return known;
    const weight = rarityOfStem(this.#chain, this.segment.stems[stemId]!);
    this.#weights.set(stemId, weight);
    return weight;
  }

  /** Alternating index and similarity of the question's words that are similar; null when none is. */
  of(word: number): readonly number[] | null {
    const known = this.#rows.get(word);
    if (known !== undefined) return known;
    const text = this.segment.words[word]!;
    const ofStem = this.segment.stems[this.segment.stemOfWord[word]!]!;
    const row: number[] = [];
    this.question.words.forEach((questionWord, index) => {
      const like = similarity(questionWord.word, questionWord.stem, text, ofStem);
      if (like > 0) row.push(index, like);
    });
    const found = row.length === 0 ? null : row;
    this.#rows.set(word, found);
    return found;
  }
}

/** Ranges must be read in order. */
export class PassageReader {
  readonly matches: Match[] = [];
  /** Similarities over everything read so far. */
  readonly best: WordSimilarities;
  /** 1 for each word of the question that was read exactly as typed. */
  readonly exact: WordSimilarities;
  readonly #lookup: Lookup;
  #place = 0;

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
    this.best = new Float64Array(lookup.question.words.length);
    this.exact = new Float64Array(lookup.question.words.length);
  }

  read(start: number, end: number): WordSimilarities {
    const { segment, question } = this.#lookup;
    const similarities = new Float64Array(question.words.length);
    for (let at = start; at < end; at++) {
      const word = segment.tokens.words[at]!;
      if (segment.isContent[word] === 0) continue;
      this.#place++;
      const row = this.#lookup.of(word);
      if (row === null) continue;
      for (let entry = 0; entry < row.length; entry += 2) {
        const wordIndex = row[entry]!;
        const like = row[entry + 1]!;
        if (like > similarities[wordIndex]!) similarities[wordIndex] = like;
        if (like > this.best[wordIndex]!) this.best[wordIndex] = like;
        if (like === 1 && segment.words[word] === question.words[wordIndex]!.word) this.exact[wordIndex] = 1;
        if (like > NEARLY) this.matches.push({ at, position: this.#place, word: wordIndex, like });
      }
    }
    return similarities;
  }

  /** Evidence stands for the words that name the kind of answer (`preço` … `R$ 6,00`). */
  imply(here: WordSimilarities): void {
    const { implied } = this.#lookup.question;
    for (const word of implied) {
      here[word] = Math.max(here[word]!, IMPLIED);
      this.best[word] = Math.max(this.best[word]!, IMPLIED);
    }
  }

  endField(): void {
    this.#place += FIELD_GAP;
  }
}

export function hardShare(question: Question, similarities: WordSimilarities): number {
  let sum = 0;
  for (let index = 0; index < similarities.length; index++)
    if (similarities[index] === 1) sum += question.words[index]!.weight;
  return sum / question.weight;
}

export function softShare(question: Question, similarities: WordSimilarities): number {
  let sum = 0;
  for (let index = 0; index < similarities.length; index++) sum += question.words[index]!.weight * similarities[index]!;
  return sum / question.weight;
}

export function sharpShare({ words }: Question, similarities: WordSimilarities): number {
  let [sum, all] = [0, 0];
  words.forEach(({ weight }, index) => {
    sum += weight * weight * similarities[index]!;
    all += weight * weight;
  });
  return all > 0 ? sum / all : 0;
}

export function lookUp(chain: readonly Segment[], candidates: readonly PassageCandidate[], question: Question) {
  const segments = new Set(candidates.map(({ segment }) => segment));
  return new Map([...segments].map((segment) => [segment, new Lookup(chain, segment, question)]));
}

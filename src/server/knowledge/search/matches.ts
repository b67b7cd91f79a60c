import type { PassageCandidate } from './candidates.ts';
import { likeness } from './likeness.ts';
import { pairsOf } from './phrases.ts';
import { rarityOfStem } from './question.ts';
import type { Question } from './question.ts';
import type { Segment } from './segment.ts';

/** A word of a passage that is like one of the question's. */
export interface Match {
  /** Where it stands among the segment's tokens. */
  at: number;
  /** Where it stands among the passage's content words; a field apart is far away. */
  place: number;
  /** Which of the question's words, and how alike they are (0 to 1). */
  word: number;
  like: number;
}

/** What the question's words find in a stretch of a passage: of each, the likeness of the word most like it. */
export type WordLikenesses = Float64Array;

/** A match that counts as the word being there, for distances. */
const NEARLY = 0.55;
const FIELD_GAP = 20;
/** How alike a word is to the evidence that it names. */
const IMPLIED = 0.9;

/** The words of a segment that are like the question's: worked out once for each word met. */
export class Lookup {
  readonly segment: Segment;
  readonly question: Question;
  /** The question's words that follow one another, by the segment's numbers. */
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

  /** How rare a word's stem is in the chain. */
  weightOf(word: number): number {
    const stemId = this.segment.stemOfWord[word]!;
    const known = this.#weights.get(stemId);
    if (known !== undefined) return known;
    const weight = rarityOfStem(this.#chain, this.segment.stems[stemId]!);
    this.#weights.set(stemId, weight);
    return weight;
  }

  /** The question's words that a word is like, each followed by how alike; null when there is none. */
  of(word: number): readonly number[] | null {
    const known = this.#rows.get(word);
    if (known !== undefined) return known;
    const text = this.segment.words[word]!;
    const ofStem = this.segment.stems[this.segment.stemOfWord[word]!]!;
    const row: number[] = [];
    this.question.words.forEach((asked, index) => {
      const like = likeness(asked.word, asked.stem, text, ofStem);
      if (like > 0) row.push(index, like);
    });
    const found = row.length === 0 ? null : row;
    this.#rows.set(word, found);
    return found;
  }
}

/** Reads through one passage, a stretch at a time, in order. */
export class PassageReader {
  readonly matches: Match[] = [];
  /** The question's words in the whole of what was read. */
  readonly best: WordLikenesses;
  /** The question's words that stand there as they were typed. */
  readonly exact: WordLikenesses;
  readonly #lookup: Lookup;
  #place = 0;

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
    this.best = new Float64Array(lookup.question.words.length);
    this.exact = new Float64Array(lookup.question.words.length);
  }

  /** The question's words among the tokens from `start` to `end`. */
  read(start: number, end: number): WordLikenesses {
    const { segment, question } = this.#lookup;
    const here = new Float64Array(question.words.length);
    for (let at = start; at < end; at++) {
      const word = segment.tokens.words[at]!;
      if (segment.isContent[word] === 0) continue;
      this.#place++;
      const row = this.#lookup.of(word);
      if (row === null) continue;
      for (let entry = 0; entry < row.length; entry += 2) {
        const asked = row[entry]!;
        const like = row[entry + 1]!;
        if (like > here[asked]!) here[asked] = like;
        if (like > this.best[asked]!) this.best[asked] = like;
        if (like === 1 && segment.words[word] === question.words[asked]!.word) this.exact[asked] = 1;
        if (like > NEARLY) this.matches.push({ at, place: this.#place, word: asked, like });
      }
    }
    return here;
  }

  /** The words that name what is asked for are as good as there: what they name is (`preço` … `R$ 6,00`). */
  imply(here: WordLikenesses): void {
    const { implied } = this.#lookup.question;
    for (const word of implied) {
      here[word] = Math.max(here[word]!, IMPLIED);
      this.best[word] = Math.max(this.best[word]!, IMPLIED);
    }
  }

  /** What follows is another field: no phrase runs across. */
  endField(): void {
    this.#place += FIELD_GAP;
  }
}

/** The share of the question's weight that stands there with its own stem. */
export function hardShare(question: Question, likes: WordLikenesses): number {
  let sum = 0;
  for (let index = 0; index < likes.length; index++) if (likes[index] === 1) sum += question.words[index]!.weight;
  return sum / question.weight;
}

/** The share of the question's weight that stands there, likenesses counted in part. */
export function softShare(question: Question, likes: WordLikenesses): number {
  let sum = 0;
  for (let index = 0; index < likes.length; index++) sum += question.words[index]!.weight * likes[index]!;
  return sum / question.weight;
}

/** The same, where a rare word counts by the square of its weight: what a question turns on. */
export function sharpShare({ words }: Question, likes: WordLikenesses): number {
  let [sum, all] = [0, 0];
  words.forEach(({ weight }, index) => {
    sum += weight * weight * likes[index]!;
    all += weight * weight;
  });
  return all > 0 ? sum / all : 0;
}

/** One lookup for each segment that candidates come from. */
export function lookUp(chain: readonly Segment[], candidates: readonly PassageCandidate[], question: Question) {
  const segments = new Set(candidates.map(({ segment }) => segment));
  return new Map([...segments].map((segment) => [segment, new Lookup(chain, segment, question)]));
}

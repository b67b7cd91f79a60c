import { INTENTS } from '../load-intents.ts';
import { normalise } from '../normalise.ts';
import { rootOf } from '../roots.ts';
import { STOPWORDS } from '../stopwords.ts';
import { wordsOf } from '../words.ts';
import { currentLexicon } from './lexicon-files.ts';
import { expressionsIn } from './units.ts';

/** Weights of units, normalised to length 1. */
type UnitVector = ReadonlyMap<string, number>;

export type IntentShares = Float32Array;

const LIKE_SHARE = 0.5;
const LIKE_MIN = 0.5;
/** For rewording; the exponent favours the more likely intents. */
const INTENTS_MAX = 5;
const SHARPNESS = 4;
/** In an answer's centroid. Contents mostly use the owners' words. */
const VISITOR_SHARE = 0.35;
const REWORDED_MAX = 60;
const RAREST = 9;

/** Alternating number and weight. */
type WeighedUnits = readonly number[];

/** Two centroids per intent: of its questions and of its answers. */
class IntentBank {
  /** Numbers of units, and their inverse document frequencies by number. */
  readonly #ids = new Map<string, number>();
  readonly #idfs: Float64Array;
  readonly #answered: UnitVector[];
  /** Intents by unit, as alternating index and weight. */
  readonly #askedBy: readonly number[][];
  readonly #answeredBy: readonly number[][];
  /** Of `#related`, for the units of the bank and the lexicon. */
  readonly #known = new Map<string, WeighedUnits>();

  constructor() {
    const lines = INTENTS.map(({ phrasings, ownerLines }) => ({
      asked: phrasings.map((line) => unitsOf(line, true)),
      answered: ownerLines.map((line) => unitsOf(line, false)),
    }));
    const all = lines.flatMap(({ asked, answered }) => [...asked, ...answered]);
    const counts = new Map<string, number>();
    for (const units of all) for (const unit of units) counts.set(unit, (counts.get(unit) ?? 0) + 1);
    for (const unit of counts.keys()) this.#ids.set(unit, this.#ids.size);
    this.#idfs = Float64Array.from(counts.values(), (count) => Math.log(1 + all.length / (count + 0.5)));
    const questionVectors = lines.map((one) => toUnitLength(this.#sumOf(one.asked)));
    this.#answered = lines.map(({ answered }, intent) => {
      const sum = toUnitLength(this.#sumOf(answered));
      for (const [unit, weight] of questionVectors[intent]!) {
        if (!STOPWORDS.has(unit)) sum.set(unit, (sum.get(unit) ?? 0) + VISITOR_SHARE * weight);
      }
      return toUnitLength(sum);
    });
    this.#askedBy = this.#byUnit(questionVectors);
    this.#answeredBy = this.#byUnit(this.#answered);
  }

  idf(unit: string): number {
    const id = this.#ids.get(unit);
    return id === undefined ? RAREST : this.#idfs[id]!;
  }

  /** In the language of the answers: the mixed answer centroids of its most likely intents. */
  reword(roots: readonly string[]): UnitVector {
    const scores = this.#scoresOf(this.#askedBy, roots);
    const sum = new Map<string, number>();
    const order = [...scores.keys()].filter((one) => scores[one]! > 0).sort((a, b) => scores[b]! - scores[a]!);
    for (const intent of order.slice(0, INTENTS_MAX)) {
      const share = scores[intent]! ** SHARPNESS;
      for (const [unit, weight] of this.#answered[intent]!) sum.set(unit, (sum.get(unit) ?? 0) + share * weight);
    }
    return toUnitLength(new Map([...sum].sort(([, a], [, b]) => b - a).slice(0, REWORDED_MAX)));
  }

  asksFor(roots: readonly string[]): IntentShares {
    return sharesOf(this.#scoresOf(this.#askedBy, roots));
  }

  answersTo(units: readonly string[]): IntentShares {
    return sharesOf(this.#scoresOf(this.#answeredBy, units));
  }

  /** Only proportions matter, and units outside the bank do not change these. */
  #scoresOf(table: readonly number[][], roots: readonly string[]): Float64Array {
    const scores = new Float64Array(INTENTS.length);
    for (const [unit, weight] of this.#weightsOf(roots)) {
      const row = table[unit]!;
      const weighed = weight * this.#idfs[unit]!;
      for (let at = 0; at < row.length; at += 2) scores[row[at]!]! += weighed * row[at + 1]!;
    }
    return scores;
  }

  /** The units that the roots, their expressions and related units are, with the highest weight. */
  #weightsOf(roots: readonly string[]): ReadonlyMap<number, number> {
    const weights = new Map<number, number>();
    const add = (unit: string) => {
      const related = this.#related(unit);
      for (let at = 0; at < related.length; at += 2) {
        const weight = related[at + 1]!;
        if (weight > (weights.get(related[at]!) ?? 0)) weights.set(related[at]!, weight);
      }
    };
    for (const root of roots) add(root);
    for (const { unit } of expressionsIn(currentLexicon(), roots)) add(unit);
    return weights;
  }

  #related(unit: string): WeighedUnits {
    const known = this.#known.get(unit);
    if (known !== undefined) return known;
    const own = this.#ids.get(plain(unit));
    const related = own === undefined ? [] : [own, 1];
    for (const [other, similarity] of currentLexicon().similaritiesOf(unit)) {
      const id = similarity >= LIKE_MIN ? this.#ids.get(other) : undefined;
      if (id !== undefined) related.push(id, similarity * LIKE_SHARE);
    }
    // Numbers and unknown units are not cached, because there is no limit to them.
    if (this.#ids.has(unit) || currentLexicon().has(unit)) this.#known.set(unit, related);
    return related;
  }

  #sumOf(lines: readonly ReadonlySet<string>[]): Map<string, number> {
    const sum = new Map<string, number>();
    for (const units of lines) {
      const length = Math.sqrt([...units].reduce((squares, unit) => squares + this.idf(unit) ** 2, 0));
      for (const unit of units) sum.set(unit, (sum.get(unit) ?? 0) + this.idf(unit) / length);
    }
    return sum;
  }

  #byUnit(vectors: readonly UnitVector[]): number[][] {
    const table = Array.from(this.#idfs, (): number[] => []);
    vectors.forEach((vector, intent) => {
      for (const [unit, weight] of vector) table[this.#ids.get(unit)!]!.push(intent, weight);
    });
    return table;
  }
}

/** Squares favour the more likely intents. */
function sharesOf(scores: Float64Array): IntentShares {
  let squares = 0;
  for (let intent = 0; intent < scores.length; intent++) {
    const sharp = scores[intent]! * scores[intent]!;
    scores[intent] = sharp;
    squares += sharp * sharp;
  }
  const length = Math.sqrt(squares) || 1;
  const shares = new Float32Array(scores.length);
  for (let intent = 0; intent < scores.length; intent++) shares[intent] = scores[intent]! / length;
  return shares;
}

/** Returns `#` for numbers, because a particular number does not indicate an intent. */
const plain = (unit: string) => (/\d/.test(unit) ? '#' : unit);

function unitsOf(line: string, withStopwords: boolean): Set<string> {
  const words = wordsOf(normalise(line)).map(({ word }) => word);
  const roots = words.map(rootOf);
  const units = new Set(roots.filter((_, at) => withStopwords || !STOPWORDS.has(words[at]!)).map(plain));
  for (const { unit } of expressionsIn(currentLexicon(), roots)) units.add(unit);
  return units;
}

function toUnitLength(vector: Map<string, number>): Map<string, number> {
  const length = Math.sqrt([...vector.values()].reduce((sum, weight) => sum + weight ** 2, 0));
  if (length > 0) for (const [unit, weight] of vector) vector.set(unit, weight / length);
  return vector;
}

let bank: IntentBank | null = null;

export const intentBank = (): IntentBank => (bank ??= new IntentBank());

export function resetIntentBank(): void {
  bank = null;
}

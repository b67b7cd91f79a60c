import { INTENTS } from '../load-intents.ts';
import { normalise } from '../normalise.ts';
import { STOPWORDS } from '../stopwords.ts';
import { wordsOf } from '../words.ts';
import { theLexicon } from './lexicon-files.ts';
import { rootOf } from './roots.ts';
import { expressionsIn } from './units.ts';

/** Weights of units, normalised to length 1. */
type UnitVector = ReadonlyMap<string, number>;

/** Likeness of a text to each intent, normalised to length 1. */
export type IntentShares = Float32Array;

/** Factor on the likeness of related units from the lexicon, and the minimum likeness to include them. */
const LIKE_SHARE = 0.5;
const LIKE_MIN = 0.5;
/** Maximum number of intents to reword a question with, and the exponent that favours the more likely ones. */
const INTENTS_MAX = 5;
const SHARPNESS = 4;
/** The same exponent for comparing two texts by their intents. */
const COMPARED_SHARPNESS = 2;
/** Weight of the visitors' lines in an answer's centroid. Contents mostly use the owners' words. */
const VISITOR_SHARE = 0.35;
/** Maximum number of units of a reworded question, the heaviest first. */
const REWORDED_MAX = 60;
/** Inverse document frequency of a unit that is not in the bank. */
const RAREST = 9;

/** The question bank: two centroids per intent, one of its questions and one of its answers. */
class IntentBank {
  readonly #idf = new Map<string, number>();
  /** Unit → intents asked with it, as alternating index and weight. */
  readonly #asked = new Map<string, number[]>();
  readonly #answered: UnitVector[];
  /** Unit → intents answered with it, as alternating index and weight. */
  readonly #answeredBy = new Map<string, number[]>();

  constructor() {
    const lines = INTENTS.map(({ phrasings, ownerLines }) => ({
      asked: phrasings.map((line) => unitsOf(line, true)),
      answered: ownerLines.map((line) => unitsOf(line, false)),
    }));
    const all = lines.flatMap(({ asked, answered }) => [...asked, ...answered]);
    const counts = new Map<string, number>();
    for (const units of all) for (const unit of units) counts.set(unit, (counts.get(unit) ?? 0) + 1);
    for (const [unit, count] of counts) this.#idf.set(unit, Math.log(1 + all.length / (count + 0.5)));
    lines.forEach(({ asked }, intent) => addTo(this.#asked, intent, toUnitLength(this.#sumOf(asked))));
    this.#answered = lines.map(({ asked, answered }) => {
      const sum = toUnitLength(this.#sumOf(answered));
      for (const [unit, weight] of toUnitLength(this.#sumOf(asked))) {
        if (!STOPWORDS.has(unit)) sum.set(unit, (sum.get(unit) ?? 0) + VISITOR_SHARE * weight);
      }
      return toUnitLength(sum);
    });
    this.#answered.forEach((vector, intent) => addTo(this.#answeredBy, intent, vector));
  }

  /** Returns a unit's inverse document frequency among the bank's lines. */
  idf(unit: string): number {
    return this.#idf.get(unit) ?? RAREST;
  }

  /**
   * Returns a question reworded in the language of its answers: the mixed answer centroids of its most likely intents.
   */
  reword(roots: readonly string[]): UnitVector {
    const scores = this.#scoresOf(this.#asked, roots);
    const sum = new Map<string, number>();
    const order = [...scores.keys()].filter((one) => scores[one]! > 0).sort((a, b) => scores[b]! - scores[a]!);
    for (const intent of order.slice(0, INTENTS_MAX)) {
      const share = scores[intent]! ** SHARPNESS;
      for (const [unit, weight] of this.#answered[intent]!) sum.set(unit, (sum.get(unit) ?? 0) + share * weight);
    }
    return toUnitLength(new Map([...sum].sort(([, a], [, b]) => b - a).slice(0, REWORDED_MAX)));
  }

  /** Returns the likeness of a question to each intent. */
  asksFor(roots: readonly string[]): IntentShares {
    return sharesOf(this.#scoresOf(this.#asked, roots));
  }

  /** Returns the likeness of an owner's sentence to the answers of each intent. */
  answersTo(units: readonly string[]): IntentShares {
    return sharesOf(this.#scoresOf(this.#answeredBy, units));
  }

  #scoresOf(table: ReadonlyMap<string, readonly number[]>, roots: readonly string[]): Float64Array {
    const scores = new Float64Array(INTENTS.length);
    for (const [unit, weight] of this.#vectorOf(roots)) {
      const row = table.get(unit) ?? [];
      for (let at = 0; at < row.length; at += 2) scores[row[at]!]! += weight * row[at + 1]!;
    }
    return scores;
  }

  #vectorOf(roots: readonly string[]): UnitVector {
    const units = new Map<string, number>();
    const put = (unit: string, weight: number) => units.set(unit, Math.max(weight, units.get(unit) ?? 0));
    const own = [...roots, ...expressionsIn(theLexicon(), roots).map(({ unit }) => unit)];
    for (const unit of own) put(plain(unit), 1);
    for (const unit of own) {
      for (const [other, like] of theLexicon().likesOf(unit)) if (like >= LIKE_MIN) put(other, like * LIKE_SHARE);
    }
    for (const [unit, weight] of units) units.set(unit, weight * this.idf(unit));
    return toUnitLength(units);
  }

  #sumOf(lines: readonly ReadonlySet<string>[]): Map<string, number> {
    const sum = new Map<string, number>();
    for (const units of lines) {
      const length = Math.sqrt([...units].reduce((squares, unit) => squares + this.idf(unit) ** 2, 0));
      for (const unit of units) sum.set(unit, (sum.get(unit) ?? 0) + this.idf(unit) / length);
    }
    return sum;
  }
}

function addTo(table: Map<string, number[]>, intent: number, vector: UnitVector): void {
  for (const [unit, weight] of vector) {
    const known = table.get(unit);
    if (known) known.push(intent, weight);
    else table.set(unit, [intent, weight]);
  }
}

function sharesOf(scores: Float64Array): IntentShares {
  const sharp = scores.map((score) => score ** COMPARED_SHARPNESS);
  const length = Math.sqrt(sharp.reduce((sum, share) => sum + share ** 2, 0)) || 1;
  return Float32Array.from(sharp, (share) => share / length);
}

/** Returns `#` for numbers, because a particular number does not indicate an intent. */
const plain = (unit: string) => (/\d/.test(unit) ? '#' : unit);

function unitsOf(line: string, withStopwords: boolean): Set<string> {
  const words = wordsOf(normalise(line)).map(({ word }) => word);
  const roots = words.map(rootOf);
  const units = new Set(roots.filter((_, at) => withStopwords || !STOPWORDS.has(words[at]!)).map(plain));
  for (const { unit } of expressionsIn(theLexicon(), roots)) units.add(unit);
  return units;
}

/** Normalises a vector to length 1, in place. */
function toUnitLength(vector: Map<string, number>): Map<string, number> {
  const length = Math.sqrt([...vector.values()].reduce((sum, weight) => sum + weight ** 2, 0));
  if (length > 0) for (const [unit, weight] of vector) vector.set(unit, weight / length);
  return vector;
}

let bank: IntentBank | null = null;

/** Returns the question bank, built on first use. */
export const theBank = (): IntentBank => (bank ??= new IntentBank());

/** Discards the bank, so that it is built again with a changed lexicon. */
export function forgetBank(): void {
  bank = null;
}

import { INTENTS } from '../load-intents.ts';
import { normalise } from '../normalise.ts';
import { STOPWORDS } from '../stopwords.ts';
import { wordsOf } from '../words.ts';
import { theLexicon } from './lexicon-files.ts';
import { rootOf } from './roots.ts';
import { expressionsIn } from './units.ts';

/** Weights of units; their squares sum to 1. */
export type UnitVector = ReadonlyMap<string, number>;

/** How far a text is of each intent; the squares sum to 1. */
export type IntentShares = Float32Array;

/** Units that the lexicon takes for like ones count so much of their likeness. */
const LIKE_SHARE = 0.5;
const LIKE_MIN = 0.5;
/** Intents that a question may be taken for, and how much the likelier are preferred. */
const INTENTS_MAX = 5;
const SHARPNESS = 4;
/** How much the likelier intents are preferred where two texts are compared by them. */
const COMPARED_SHARPNESS = 2;
/** Lines of owners hold the words that contents are written in; those of visitors hold them now and then. */
const VISITOR_SHARE = 0.35;
/** Units of a reworded question: the heaviest. */
const REWORDED_MAX = 60;
/** What a unit counts that no line of the bank holds. */
const RAREST = 9;

/** The bank of questions as centroids of its lines: what each intent is asked in, and what it is answered in. */
class IntentBank {
  readonly #idf = new Map<string, number>();
  /** By unit: the intents asked with it, each followed by how much. */
  readonly #asked = new Map<string, number[]>();
  readonly #answered: UnitVector[];
  /** By unit: the intents answered with it, each followed by how much. */
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

  /** How rare a unit is among the bank's lines. */
  idf(unit: string): number {
    return this.#idf.get(unit) ?? RAREST;
  }

  /** What a question would say in the words of those who answer it: the centroids of what it is taken for, mixed. */
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

  /** The intents that a question asks with. */
  asksFor(roots: readonly string[]): IntentShares {
    return sharesOf(this.#scoresOf(this.#asked, roots));
  }

  /** The intents that a sentence of an owner answers. */
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

/** Numbers say nothing of what is asked. */
const plain = (unit: string) => (/\d/.test(unit) ? '#' : unit);

function unitsOf(line: string, withStopwords: boolean): Set<string> {
  const words = wordsOf(normalise(line)).map(({ word }) => word);
  const roots = words.map(rootOf);
  const units = new Set(roots.filter((_, at) => withStopwords || !STOPWORDS.has(words[at]!)).map(plain));
  for (const { unit } of expressionsIn(theLexicon(), roots)) units.add(unit);
  return units;
}

/** A vector brought to length 1. */
function toUnitLength(vector: Map<string, number>): Map<string, number> {
  const length = Math.sqrt([...vector.values()].reduce((sum, weight) => sum + weight ** 2, 0));
  if (length > 0) for (const [unit, weight] of vector) vector.set(unit, weight / length);
  return vector;
}

let bank: IntentBank | null = null;

/** The bank, made ready at the first question that needs it. */
export const theBank = (): IntentBank => (bank ??= new IntentBank());

/** Has the bank read again, once the lexicon has changed. */
export function forgetBank(): void {
  bank = null;
}

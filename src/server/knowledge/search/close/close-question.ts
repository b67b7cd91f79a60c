import { BEGINNING, type CloseSegment } from './close-segment.ts';
import { type IntentShares, theBank } from './intent-bank.ts';
import { theLexicon } from './lexicon-files.ts';
import { isLight, rarityOfUnit, shareOf } from './light-words.ts';
import { type MeantWord, meantWords } from './meant-words.ts';
import { endsLikeVerb } from './roots.ts';
import { expressionsIn } from './units.ts';
import { namesWant, type Want, wantOf } from './wants.ts';

/** A root or an expression of a question. */
export interface AskedUnit {
  unit: string;
  /** How rare it is in Portuguese at large, 0 to 1. */
  atLarge: number;
  /** How much of it counts: less for light words, numbers, and words within an expression. */
  share: number;
  /** How much it counts here: rarity at large and in the base, times `share`. */
  weight: number;
  /** How many passages hold it, likenesses counted in part. */
  held: number;
  /** Whether it names a thing, as far as its form tells. */
  isNoun: boolean;
}

/** What the question's units are like in a segment. */
export interface UnitLikenesses {
  /** Of each unit of the segment, where its row begins, in rows counted from 1; 0 for those like none. */
  rowOf: Uint16Array;
  /** Rows as wide as the question has units: how alike each is. */
  rows: Float32Array;
}

export interface CloseQuestion {
  units: readonly AskedUnit[];
  weight: number;
  /** One for each segment of the chain. */
  likes: readonly UnitLikenesses[];
  words: readonly MeantWord[];
  /** The question in the words of those who answer it, by segment: of each unit, its weight. */
  rewordedIn: readonly Float32Array[];
  /** The intents of the bank that it asks with. */
  intents: IntentShares;
  /** The kind of thing it asks for, and which of its units name it alone. */
  want: Want | null;
  naming: readonly number[];
}

const IN_EXPRESSION_SHARE = 0.5;
/** Passages from which on the base itself tells as much of a word's rarity as Portuguese at large. */
const PASSAGES_HALF = 20;
/** Words of one beginning (`imunizar`, `imunidade`): letters in common as a share of the longer one. */
const BEGINNING_SHARE = 0.7;
const BEGINNING_LIKE = 0.7;
const CORRECTED_LIKE = 0.9;

/** Reads a question against a chain of segments. */
export function readCloseQuestion(chain: readonly CloseSegment[], question: string): CloseQuestion {
  const words = meantWords(chain, question);
  const found = expressionsIn(
    theLexicon(),
    words.map(({ root }) => root),
  );
  const covered = new Set(found.flatMap(({ at, length }) => Array.from({ length }, (_, index) => at + index)));
  const units = new Map<string, Pick<AskedUnit, 'unit' | 'share' | 'isNoun'> & { most: number }>();
  for (const { unit } of found) units.set(unit, { unit, share: 1, isNoun: false, most: 1 });
  words.forEach(({ word, root, isStopword, isCorrected }, at) => {
    if (isStopword || units.has(root)) return;
    const isIn = covered.has(at);
    const share = shareOf(root) * (isIn ? IN_EXPRESSION_SHARE : 1);
    const isNoun = !isLight(root) && !isIn && !endsLikeVerb(word);
    units.set(root, { unit: root, share, isNoun, most: isCorrected ? CORRECTED_LIKE : 1 });
  });
  const asked = [...units.values()];
  const likes = chain.map((segment) => likesIn(segment, asked));
  const held = new Float64Array(asked.length);
  chain.forEach((segment, at) => countHolding(segment, likes[at]!, held));
  const count = chain.reduce((sum, { passages }) => sum + passages.length, 0);
  const all = asked.map(({ unit, share, isNoun }, at) => {
    const atLarge = rarityOfUnit(unit);
    return { unit, share, isNoun, atLarge, held: held[at]!, weight: share * mixedRarity(atLarge, held[at]!, count) };
  });
  const want = wantOf(words.map(({ word }) => word).join(' '));
  const naming = all.flatMap(({ unit }, at) => (namesWant(unit, want) ? [at] : []));
  const weight = all.reduce((sum, one) => sum + one.weight, 0);
  const roots = words.map(({ root }) => root);
  const reworded = theBank().reword(roots);
  const intents = theBank().asksFor(roots);
  const rewordedIn = chain.map(({ units: own }) => Float32Array.from(own, (unit) => reworded.get(unit) ?? 0));
  return {
    rewordedIn,
    intents,
    units: all,
    words,
    likes,
    weight,
    want,
    naming: naming.length < all.length ? naming : [],
  };
}

/** A small base tells little of how rare a word is; the larger it is, the more it counts beside Portuguese at large. */
function mixedRarity(atLarge: number, held: number, count: number): number {
  const own = count / (count + PASSAGES_HALF);
  const here = Math.min(held, count);
  const local = Math.log(1 + (count - here + 0.5) / (here + 0.5)) / Math.log(1 + (count + 0.5) / 0.5);
  return own * local + (1 - own) * atLarge;
}

function likesIn(segment: CloseSegment, asked: readonly { unit: string; most: number }[]): UnitLikenesses {
  const { units, unitIds, byBeginning } = segment;
  const found: { id: number; at: number; like: number }[] = [];
  asked.forEach(({ unit, most }, at) => {
    const put = (other: string, like: number) => {
      const id = unitIds.get(other);
      if (id !== undefined) found.push({ id, at, like: like * most });
    };
    for (const id of unit.includes('_') ? [] : (byBeginning.get(unit.slice(0, BEGINNING)) ?? [])) {
      if (beginsAlike(unit, units[id]!)) found.push({ id, at, like: BEGINNING_LIKE * most });
    }
    for (const [other, like] of theLexicon().likesOf(unit)) put(other, like);
    put(unit, 1);
  });
  const rowOf = new Uint16Array(units.length);
  let count = 0;
  for (const { id } of found) if (rowOf[id] === 0) rowOf[id] = ++count;
  const rows = new Float32Array((count + 1) * asked.length);
  for (const { id, at, like } of found) {
    const place = rowOf[id]! * asked.length + at;
    rows[place] = Math.max(rows[place]!, like);
  }
  return { rowOf, rows };
}

function beginsAlike(one: string, other: string): boolean {
  const least = Math.max(BEGINNING, Math.ceil(BEGINNING_SHARE * Math.max(one.length, other.length)));
  if (other.length < least || one.length < least) return false;
  for (let at = 0; at < least; at++) if (one.charCodeAt(at) !== other.charCodeAt(at)) return false;
  return true;
}

/** Counts in how many passages each unit is met, by the likeness of the unit most like it. */
function countHolding({ passages }: CloseSegment, likes: UnitLikenesses, held: Float64Array): void {
  const most = new Float32Array(held.length);
  for (const { head, body } of passages) {
    most.fill(0);
    raiseTo(most, head, likes);
    raiseTo(most, body, likes);
    for (let at = 0; at < most.length; at++) held[at]! += most[at]!;
  }
}

/** Raises each likeness to that of the likest among some units. */
export function raiseTo(most: Float32Array, list: Uint32Array, { rowOf, rows }: UnitLikenesses): void {
  const width = most.length;
  for (let index = 0; index < list.length; index++) {
    const row = rowOf[list[index]!]!;
    if (row === 0) continue;
    for (let at = 0; at < width; at++) if (rows[row * width + at]! > most[at]!) most[at] = rows[row * width + at]!;
  }
}

/** How alike a segment's unit is to the likest of the question's. */
export function likeOf(unit: number, { rowOf, rows }: UnitLikenesses, width: number): number {
  const row = rowOf[unit]!;
  let most = 0;
  if (row > 0) for (let at = 0; at < width; at++) most = Math.max(most, rows[row * width + at]!);
  return most;
}

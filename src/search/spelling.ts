import { soundAlike, soundOf } from './sound.ts';
import { WORD_MAX } from './words.ts';

/** 2 from 8 letters, 1 from 4. */
function slipsAllowed(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/** Words and how to find those that are spelled alike. */
export interface WordList {
  words: readonly string[];
  spelling: Spelling;
  /** In how many passages each stands. */
  wordPassages?: Uint32Array;
  /** How much nearer its words must be than those of other lists. */
  handicap?: number;
}

/** Of a word that sounds like the typed one, and of each letter that is written in another way. */
const SAME_SOUND = 0.25;
const OTHER_LETTER = 0.1;
const OTHER_INITIAL = 0.5;
const SLIPS_MAX = 2;

/**
 * Returns the word that was most likely meant by `typed` among those that `accepts` takes; null if none is near. Ties are
 * broken by frequency, then alphabetically.
 */
export function nearestWord(
  lists: readonly WordList[],
  typed: string,
  accepts: (word: string, isSameSound: boolean) => boolean,
): string | null {
  const allowed = slipsAllowed(typed.length);
  if (allowed === 0 || /\d/.test(typed)) return null;
  const typedLetters = lettersOf(typed);
  const sound = soundOf(typed);
  let best: { word: string; cost: number; passages: number } | null = null;
  for (const { words, wordPassages, spelling, handicap = 0 } of lists) {
    const { letters: wordLetters, byLength } = spelling.table();
    for (let length = Math.max(3, typed.length - SLIPS_MAX); length <= typed.length + SLIPS_MAX; length++) {
      const end = byLength.starts[length + 1] ?? 0;
      for (let position = byLength.starts[length] ?? 0; position < end; position++) {
        const id = byLength.words[position]!;
        if (bitsIn(typedLetters ^ wordLetters[id]!) > SLIPS_MAX * 2) continue;
        const word = words[id]!;
        const slips = editDistance(typed, word, SLIPS_MAX);
        if (slips > SLIPS_MAX) continue;
        const isSameSound = soundAlike(sound, soundOf(word));
        if ((!isSameSound && slips > allowed) || !accepts(word, isSameSound)) continue;
        const own = isSameSound
          ? SAME_SOUND + slips * OTHER_LETTER
          : slips + (word[0] === typed[0] ? 0 : OTHER_INITIAL);
        const cost = own + handicap;
        const passages = wordPassages?.[id] ?? 0;
        if (best === null || cost < best.cost || (cost === best.cost && isBetter(word, passages, best))) {
          best = { word, cost, passages };
        }
      }
    }
  }
  return best === null ? null : best.word;
}

function isBetter(word: string, passages: number, best: { word: string; passages: number }): boolean {
  return passages > best.passages || (passages === best.passages && word < best.word);
}

/** A bit set as a cheap filter: words within n typos differ in at most 2n bits. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits >>> 0;
}

function bitsIn(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Filters before the exact comparison, built at the first mistyped word. */
export class Spelling {
  readonly #words: readonly string[];
  #table: { letters: Uint32Array; byLength: WordsByLength } | null = null;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  /** Returns the bit set of each word's letters, and the words grouped by length. */
  table(): { letters: Uint32Array; byLength: WordsByLength } {
    this.#table ??= { letters: Uint32Array.from(this.#words, lettersOf), byLength: sortByLength(this.#words) };
    return this.#table;
  }
}

/** Words grouped by length: those of length n are in `words` from `starts[n]` to `starts[n + 1]`. */
interface WordsByLength {
  words: Uint32Array;
  starts: Uint32Array;
}

function sortByLength(words: readonly string[]): WordsByLength {
  const starts = new Uint32Array(WORD_MAX + 2);
  for (const word of words) starts[word.length + 1]!++;
  for (let length = 0; length <= WORD_MAX; length++) starts[length + 1]! += starts[length]!;
  const next = starts.slice();
  const sorted = new Uint32Array(words.length);
  words.forEach((word, id) => (sorted[next[word.length]!++] = id));
  return { words: sorted, starts };
}

/** Reused, because one mistyped word is compared with thousands. */
const ROWS = [0, 0, 0].map(() => new Uint8Array(WORD_MAX + 2));

/** Damerau's optimal string alignment. Above `max` some larger number. Compares only the first 40 characters. */
export function editDistance(a: string, b: string, max: number): number {
  const [rows, cols] = [Math.min(a.length, WORD_MAX), Math.min(b.length, WORD_MAX)];
  let [before, last, row] = ROWS as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= cols; j++) last[j] = j;
  for (let i = 1; i <= rows; i++) {
    row[0] = i;
    let lowestCost = i;
    const letter = a.charCodeAt(i - 1);
    const letterBefore = i > 1 ? a.charCodeAt(i - 2) : -1;
    for (let j = 1; j <= cols; j++) {
      const other = b.charCodeAt(j - 1);
      let cost = last[j - 1]! + (letter === other ? 0 : 1);
      if (last[j]! + 1 < cost) cost = last[j]! + 1;
      if (row[j - 1]! + 1 < cost) cost = row[j - 1]! + 1;
      if (j > 1 && letterBefore === other && letter === b.charCodeAt(j - 2) && before[j - 2]! + 1 < cost) {
        cost = before[j - 2]! + 1;
      }
      row[j] = cost;
      if (cost < lowestCost) lowestCost = cost;
    }
    if (lowestCost > max) return max + 1;
    [before, last, row] = [last, row, before];
  }
  return last[cols]!;
}

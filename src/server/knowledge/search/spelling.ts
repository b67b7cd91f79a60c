import type { Segment } from './segment.ts';

/** The most that a typed word may differ from the one it stands for: 2 slips from 8 letters on, 1 below, none below 4. */
function slipsAllowed(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * The word of the vocabulary nearest to one that no passage holds, or null when none is near. Of those equally near, the one
 * that begins alike, then the most frequent, then the first in the alphabet.
 */
export function nearestWord(segments: readonly Segment[], typed: string): string | null {
  const allowed = slipsAllowed(typed.length);
  if (allowed === 0 || /\d/.test(typed)) return null;
  const letters = lettersOf(typed);
  let best: { word: string; cost: number; passages: number } | null = null;
  for (const segment of segments) {
    for (let id = 0; id < segment.words.length; id++) {
      const word = segment.words[id]!;
      if (Math.abs(word.length - typed.length) > allowed || word.length < 3) continue;
      if (bitsIn(letters ^ segment.wordLetters[id]!) > allowed * 2) continue;
      const slips = slipsBetween(typed, word, allowed);
      if (slips > allowed) continue;
      const cost = slips + (word[0] === typed[0] ? 0 : 0.5);
      const passages = segment.wordPassages[id]!;
      if (best === null || cost < best.cost || (cost === best.cost && isBetter(word, passages, best))) {
        best = { word, cost, passages };
      }
    }
  }
  return best === null ? null : best.word;
}

function isBetter(word: string, passages: number, best: { word: string; passages: number }): boolean {
  return passages > best.passages || (passages === best.passages && word < best.word);
}

/** A word's letters as a set of bits: two words within n slips differ in at most 2n of them. */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits >>> 0;
}

function bitsIn(value: number): number {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Damerau's distance (optimal string alignment): letters put in, left out, mistaken or swapped. Stops above `most`. */
export function slipsBetween(a: string, b: string, most: number): number {
  let before = new Array<number>(b.length + 1).fill(0);
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  let row = new Array<number>(b.length + 1).fill(0);
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        cost = Math.min(cost, before[j - 2]! + 1);
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return last[b.length]!;
}

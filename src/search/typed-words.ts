import type { Segment } from './segment.ts';
import { nearestWord } from './spelling.ts';
import { stem } from './stem.ts';
import { ABBREVIATIONS, STOPWORDS } from './stopwords.ts';
import { wordsOf } from './words.ts';

/** Of each half of a split word, and of a word to split or to join. */
const HALF_MIN = 3;
const JOINED_MIN = 7;
/** Each correction scans the vocabulary. */
const GUESSES_MAX = 24;

export interface TypedWord {
  word: string;
  isCorrected: boolean;
}

/** Expands abbreviations, corrects typos, repeated letters, and missing or extra spaces. */
export function typedWords(chain: readonly Segment[], question: string): TypedWord[] {
  const typed = wordsOf(question).flatMap(({ word }) => (ABBREVIATIONS.get(word) ?? word).split(' '));
  const words: TypedWord[] = [];
  const guesses = { left: GUESSES_MAX };
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at]!;
    const next = typed[at + 1];
    if (isGreeting(word, next)) {
      at++;
      continue;
    }
    if (next !== undefined && isOneWord(chain, word, next)) {
      words.push(asTyped(word + next));
      at++;
    } else {
      words.push(...asMeant(chain, word, guesses));
    }
  }
  return words;
}

/** `bom dia`, which does not ask about a day. */
export function isGreeting(word: string, next: string | undefined): boolean {
  return (word === 'bom' && next === 'dia') || (word === 'boa' && (next === 'tarde' || next === 'noite'));
}

function isKnown(chain: readonly Segment[], word: string): boolean {
  const ofStem = stem(word);
  return chain.some(({ wordIds, stemIds }) => wordIds.has(word) || stemIds.has(ofStem));
}

function isOneWord(chain: readonly Segment[], first: string, second: string): boolean {
  if (first.length + second.length < JOINED_MIN || STOPWORDS.has(first) || STOPWORDS.has(second)) return false;
  const isBroken = !isKnown(chain, first) || !isKnown(chain, second);
  return isBroken && chain.some(({ wordIds }) => wordIds.has(first + second));
}

function asMeant(chain: readonly Segment[], word: string, guesses: { left: number }): TypedWord[] {
  if (STOPWORDS.has(word) || isKnown(chain, word)) return [asTyped(word)];
  const plain = word.replace(/([a-z])\1{2,}/g, '$1');
  if (plain !== word && plain.length >= HALF_MIN) return asMeant(chain, ABBREVIATIONS.get(plain) ?? plain, guesses);
  if (guesses.left-- <= 0) return [asTyped(word)];
  const nearest = nearestWord(chain, word);
  if (nearest !== null) return [{ word: nearest, isCorrected: true }];
  return (word.length < JOINED_MIN ? null : split(chain, word))?.map(asTyped) ?? [asTyped(word)];
}

function asTyped(word: string): TypedWord {
  return { word, isCorrected: false };
}

/** `revisaocompleta`; the most balanced split. */
function split(chain: readonly Segment[], word: string): [string, string] | null {
  const holds = (half: string) => STOPWORDS.has(half) || chain.some(({ wordIds }) => wordIds.has(half));
  let best: [string, string] | null = null;
  for (let at = HALF_MIN; at <= word.length - HALF_MIN; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    const isBetter = best === null || Math.min(at, word.length - at) > Math.min(best[0].length, best[1].length);
    if (isBetter && holds(first) && holds(second)) best = [first, second];
  }
  return best;
}

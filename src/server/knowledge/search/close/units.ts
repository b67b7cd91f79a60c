import type { Lexicon } from './lexicon.ts';

/** A root, or an expression of several; of a root, how many of its words in order it covers is 1. */
export interface WordUnit {
  unit: string;
  /** The place of its first word, and how many it covers. */
  at: number;
  length: number;
}

/** The expressions of the lexicon among some roots, none within another. */
export function expressionsIn(lexicon: Lexicon, roots: readonly string[]): WordUnit[] {
  const found: WordUnit[] = [];
  for (let at = 0; at < roots.length;) {
    const length = lexicon.expressionAt(roots, at);
    if (length > 0) found.push({ unit: roots.slice(at, at + length).join('_'), at, length });
    at += Math.max(1, length);
  }
  return found;
}

/** Words that are written apart or with a hyphen, and are one. */
const JOINED: ReadonlyMap<string, string> = new Map(
  [
    'wi fi',
    'e mail',
    'whats app',
    'on line',
    'check in',
    'check out',
    'pet shop',
    'pet friendly',
    'hot dog',
    'self service',
    'qr code',
  ].map((words) => [words, words.replace(' ', '')]),
);

/** What two words are together, where they are one word; null where they are two. */
export function joined(first: string, second: string | undefined): string | null {
  return second === undefined ? null : (JOINED.get(`${first} ${second}`) ?? null);
}

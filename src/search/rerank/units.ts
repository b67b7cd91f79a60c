import type { Lexicon } from './lexicon.ts';

interface WordUnit {
  unit: string;
  /** Index of its first root, and its number of roots. */
  at: number;
  length: number;
}

export function expressionsIn(lexicon: Lexicon, roots: readonly string[]): WordUnit[] {
  const found: WordUnit[] = [];
  for (let at = 0; at < roots.length;) {
    const length = lexicon.expressionAt(roots, at);
    if (length > 0) found.push({ unit: roots.slice(at, at + length).join('_'), at, length });
    at += Math.max(1, length);
  }
  return found;
}

/** Compounds that are often written as two words or with a hyphen: first word → second word → compound. */
const JOINED = new Map<string, Map<string, string>>();
for (const [first, second] of [
  ['wi', 'fi'],
  ['e', 'mail'],
  ['whats', 'app'],
  ['on', 'line'],
  ['check', 'in'],
  ['check', 'out'],
  ['pet', 'shop'],
  ['pet', 'friendly'],
  ['hot', 'dog'],
  ['self', 'service'],
  ['qr', 'code'],
] as const) {
  JOINED.set(first, new Map([...(JOINED.get(first) ?? []), [second, first + second]]));
}

/** Returns the compound that two words form; null if they form none. */
export function joined(first: string, second: string | undefined): string | null {
  return second === undefined ? null : (JOINED.get(first)?.get(second) ?? null);
}

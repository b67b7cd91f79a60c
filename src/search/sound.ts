/**
 * Brazilian spellings of one sound, in order. `C` may be `k` or, as a cedilla that was folded away, `s`; `S`, between vowels,
 * is `z`, or `s` where `ss` or a cedilla was meant.
 */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/y/g, 'i'],
  [/w/g, 'v'],
  [/ph/g, 'f'],
  [/ch|sh/g, 'x'],
  [/lh/g, 'L'],
  [/nh/g, 'N'],
  [/h/g, ''],
  [/[sx]c(?=[ei])/g, 's'],
  [/x(?=[bcdfgpqt])/g, 's'],
  [/x$/g, 'ks'],
  [/(?<=[aeiou])s(?=[aeiou])/g, 'S'],
  [/c(?=[ei])|z$/g, 's'],
  [/qu|k|q|^c|c(?![aou])/g, 'k'],
  [/c/g, 'C'],
  [/g(?=[ei])/g, 'j'],
  [/gu(?=[ei])/g, 'g'],
  [/r$/g, ''],
  [/n(?=[bcCdfgjkpqrstvxz]|$)/g, 'm'],
  [/[lu](?=[bcCdfgjkmnpqrstvxzLN]|$)/g, 'u'],
  [/(.)\1+/g, '$1'],
  [/ei(?=[rjx])/g, 'e'],
  [/ou(?=.)/g, 'o'],
  [/o(?=s?$)/g, 'u'],
  [/e(?=s?$)/g, 'i'],
];

/** Comparable with `soundAlike` only. */
export function soundOf(word: string): string {
  return SPELLINGS.reduce((sound, [written, spoken]) => sound.replace(written, spoken), word);
}

/** Returns whether two sounds are the same: those of `almosso` and `almoço`, `ravioly` and `ravióli`. */
export function soundAlike(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (!isSame(one[at]!, other[at]!)) return false;
  return true;
}

const MAY_BE: Readonly<Record<string, string>> = { C: 'ks', S: 'sz' };

function isSame(one: string, other: string): boolean {
  const others = MAY_BE[other] ?? other;
  return Array.from(MAY_BE[one] ?? one).some((sound) => others.includes(sound));
}

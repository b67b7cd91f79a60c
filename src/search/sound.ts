/** Brazilian spellings of one sound, in order. `C` may be `k` or, as a cedilla that was folded away, `s`. */
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
  [/c(?=[ei])|z/g, 's'],
  [/qu|k|q|^c|c(?![aou])/g, 'k'],
  [/c/g, 'C'],
  [/g(?=[ei])/g, 'j'],
  [/gu(?=[ei])/g, 'g'],
  [/r$/g, ''],
  [/n(?=[bcCdfgjkpqrstvx]|$)/g, 'm'],
  [/[lu](?=[bcCdfgjkmnpqrstvxLN]|$)/g, 'u'],
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

const isSame = (one: string, other: string) =>
  one === other || (one === 'C' && isC(other)) || (other === 'C' && isC(one));
const isC = (letter: string) => letter === 'k' || letter === 's';

/** Properties of a text, computed in one pass. By them, most later passes can skip the text. */
const TRAIT = {
  /** A non-space character. */
  ink: 1,
  /** White space other than a plain space. */
  oddSpace: 1 << 1,
  /** The letter k. It is rare in Portuguese, so most texts without it need no search for `cookie`. */
  k: 1 << 2,
  space: 1 << 3,
  /** A space or punctuation mark, which must not follow a space. Its bit is one above `space`. */
  afterSpace: 1 << 4,
  /** A letter g or p, to find `lgpd`. */
  gp: 1 << 5,
  /** A letter g or p after another one. Its bit is one above `gp`. */
  afterGp: 1 << 6,
} as const;

/** Traits that need the previous character: they count only when it has the bit below. */
const PAIRED = TRAIT.afterSpace | TRAIT.afterGp;
const ALONE = TRAIT.oddSpace | TRAIT.k;

/** The traits of a text that was not analysed. */
export const ANY_TRAIT = PAIRED | ALONE;
/** The text has repeated or unusual spaces, or a space before a punctuation mark. */
export const UNTIDY = TRAIT.oddSpace | TRAIT.afterSpace;
export const MAY_NAME_COOKIES = TRAIT.k | TRAIT.afterGp;

/** The traits of each UTF-16 code unit, as bits of TRAIT. */
const traitsOfCodes = new Uint8Array(65_536).fill(TRAIT.ink);

const assignTraits = (characters: string, traits: number) => {
  for (const character of characters) traitsOfCodes[character.charCodeAt(0)] = traits;
};
for (let code = 0; code <= 32; code++) traitsOfCodes[code] = 0;
assignTraits('\t\n\v\f\r\u00a0', TRAIT.oddSpace);
assignTraits(
  '\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff',
  TRAIT.ink | TRAIT.oddSpace,
);
assignTraits(' ', TRAIT.space | TRAIT.afterSpace);
assignTraits(',.;:!?)', TRAIT.ink | TRAIT.afterSpace);
assignTraits('kK', TRAIT.ink | TRAIT.k);
assignTraits('gGpP', TRAIT.ink | TRAIT.gp | TRAIT.afterGp);

/** Returns the number of non-space characters in a text, and its traits. */
export function analyseText(text: string): { ink: number; traits: number } {
  let ink = 0;
  let alone = 0;
  let pairs = 0;
  let previous = 0;
  for (let at = 0; at < text.length; at++) {
    const traits = traitsOfCodes[text.charCodeAt(at)]!;
    ink += traits & TRAIT.ink;
    alone |= traits;
    pairs |= traits & (previous << 1);
    previous = traits;
  }
  return { ink, traits: (alone & ALONE) | (pairs & PAIRED) };
}

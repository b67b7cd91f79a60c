/**
 * What a run of text holds, found in one pass over it: most runs are free of all that later passes would search for in
 * them, and so spare them the search.
 */
const TRAIT = {
  /** A character that is no space. */
  ink: 1,
  /** White space that is no plain space. */
  oddSpace: 1 << 1,
  /** Stands in `cookie`, and seldom elsewhere in Portuguese. */
  k: 1 << 2,
  space: 1 << 3,
  /** What may not follow a space, which has the bit below: another one, or a punctuation mark. */
  afterSpace: 1 << 4,
  /** A letter of `lgpd`, */
  gp: 1 << 5,
  /** and the same next to another one, which has the bit below. */
  afterGp: 1 << 6,
} as const;

/** In pairs only: the character before has the bit below. */
const PAIRED = TRAIT.afterSpace | TRAIT.afterGp;
const ALONE = TRAIT.oddSpace | TRAIT.k;

/** All that a text of which nothing is known may hold. */
export const ANY_TRAIT = PAIRED | ALONE;
/** Its spaces are not single plain ones, or one stands before a mark. */
export const UNTIDY = TRAIT.oddSpace | TRAIT.afterSpace;
export const MAY_NAME_COOKIES = TRAIT.k | TRAIT.afterGp;

/** Of each code unit, as bits of TRAIT. */
const traitsOfCodes = new Uint8Array(65_536).fill(TRAIT.ink);

const give = (characters: string, traits: number) => {
  for (const character of characters) traitsOfCodes[character.charCodeAt(0)] = traits;
};
for (let code = 0; code <= 32; code++) traitsOfCodes[code] = 0;
give('\t\n\v\f\r\u00a0', TRAIT.oddSpace);
give(
  '\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff',
  TRAIT.ink | TRAIT.oddSpace,
);
give(' ', TRAIT.space | TRAIT.afterSpace);
give(',.;:!?)', TRAIT.ink | TRAIT.afterSpace);
give('kK', TRAIT.ink | TRAIT.k);
give('gGpP', TRAIT.ink | TRAIT.gp | TRAIT.afterGp);

/** The number of characters of a text that are no spaces, and its traits. */
export function inkAndTraitsOf(text: string): { ink: number; traits: number } {
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

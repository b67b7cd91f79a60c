/**
 * What a run of text holds, seen while it is read from the markup: most runs are free of all that later passes would look
 * for in them, and so spare them the search.
 */
export const TRAIT = {
  /** A character that is no space. */
  ink: 1,
  bracket: 1 << 1,
  ampersand: 1 << 2,
  /** White space that is no plain space. */
  oddSpace: 1 << 3,
  /** Stands in `cookie`, and seldom elsewhere in Portuguese. */
  k: 1 << 4,
  space: 1 << 5,
  /** What may not follow a space, which has the bit below: another one, or a punctuation mark. */
  afterSpace: 1 << 6,
  /** A letter of `lgpd`, */
  gp: 1 << 7,
  /** and the same next to another one, which has the bit below. */
  afterGp: 1 << 8,
} as const;

/** In pairs only: the character before has the bit below. */
const PAIRED = TRAIT.afterSpace | TRAIT.afterGp;
const ALONE = TRAIT.ampersand | TRAIT.oddSpace | TRAIT.k;

/** All that a text of which nothing is known may hold. */
export const ANY_TRAIT = PAIRED | ALONE;
/** Its spaces are not single plain ones, or one stands before a mark. */
export const UNTIDY = TRAIT.oddSpace | TRAIT.afterSpace;
export const MAY_NAME_COOKIES = TRAIT.k | TRAIT.afterGp;

/** Of each code unit, as bits of TRAIT. */
export const traitsOfCodes = new Uint16Array(65_536).fill(TRAIT.ink);

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
give('<', TRAIT.ink | TRAIT.bracket);
give('&', TRAIT.ink | TRAIT.ampersand);
give('kK', TRAIT.ink | TRAIT.k);
give('gGpP', TRAIT.ink | TRAIT.gp | TRAIT.afterGp);

/** The traits of a text, from those of all its characters and those that each has together with the one before. */
export const traitsOf = (alone: number, pairs: number): number => (alone & ALONE) | (pairs & PAIRED);

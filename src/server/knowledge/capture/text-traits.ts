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
  /** Those from here on count where two such characters meet: two spaces, */
  space: 1 << 5,
  /** a space and a punctuation mark, in whatever order: telling the orders apart costs more than it spares, */
  mark: 1 << 6,
  /** g and p, as in `lgpd`. */
  gp: 1 << 7,
} as const;

/** In pairs only. */
const PAIRED = TRAIT.space | TRAIT.mark | TRAIT.gp;
const ALONE = TRAIT.ampersand | TRAIT.oddSpace | TRAIT.k;

/** All that a text of which nothing is known may hold. */
export const ANY_TRAIT = PAIRED | ALONE;
/** Its spaces are not single plain ones, */
export const UNEVEN = TRAIT.oddSpace | TRAIT.space;
/** or meet a mark, and so may stand before it. */
export const UNTIDY = UNEVEN | TRAIT.mark;
export const MAY_NAME_COOKIES = TRAIT.k | TRAIT.gp;

/** Of each code unit, as bits of TRAIT. */
export const traitsOfCodes = new Uint8Array(65_536).fill(TRAIT.ink);

const give = (characters: string, traits: number) => {
  for (const character of characters) traitsOfCodes[character.charCodeAt(0)] = traits;
};
for (let code = 0; code <= 32; code++) traitsOfCodes[code] = 0;
give('\t\n\v\f\r\u00a0', TRAIT.oddSpace);
give(
  '\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff',
  TRAIT.ink | TRAIT.oddSpace,
);
give(' ', TRAIT.space | TRAIT.mark);
give(',.;:!?)', TRAIT.ink | TRAIT.mark);
give('<', TRAIT.ink | TRAIT.bracket);
give('&', TRAIT.ink | TRAIT.ampersand);
give('kK', TRAIT.ink | TRAIT.k);
give('gGpP', TRAIT.ink | TRAIT.gp);

/** The traits of a text, from those of all its characters and those of its pairs. */
export const traitsOf = (alone: number, pairs: number): number => (alone & ALONE) | (pairs & PAIRED);

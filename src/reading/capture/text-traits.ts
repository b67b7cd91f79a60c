/** Computed in one pass; by them, most later passes can skip the text. */
const TRAIT = {
  ink: 1,
  oddSpace: 1 << 1,
  /** Rare in Portuguese: most texts without it need no search for `cookie`. */
  k: 1 << 2,
  space: 1 << 3,
  /** Must not follow a space. One bit above `space`. */
  afterSpace: 1 << 4,
  /** For `lgpd`. */
  gp: 1 << 5,
  /** One bit above `gp`. */
  afterGp: 1 << 6,
} as const;

/** They count only when the previous character has the bit below. */
const PAIRED = TRAIT.afterSpace | TRAIT.afterGp;
const ALONE = TRAIT.oddSpace | TRAIT.k;

export const ANY_TRAIT = PAIRED | ALONE;
/** The text has repeated or unusual spaces, or a space before a punctuation mark. */
export const UNTIDY = TRAIT.oddSpace | TRAIT.afterSpace;
export const MAY_NAME_COOKIES = TRAIT.k | TRAIT.afterGp;

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

const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Words of a text: runs between spaces that hold a letter or a digit. */
export function countWords(text: string): number {
  let words = 0;
  for (const run of text.split(/\s+/)) if (HAS_LETTER_OR_DIGIT.test(run)) words++;
  return words;
}

export const hasWords = (text: string): boolean => HAS_LETTER_OR_DIGIT.test(text);

const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const SPACE = /\s/;

/** Classes of characters for counting words, precomputed for Latin-1. */
const OTHER = 0;
const LETTER_OR_DIGIT = 1;
const BLANK = 2;
const LATIN = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return HAS_LETTER_OR_DIGIT.test(character) ? LETTER_OR_DIGIT : SPACE.test(character) ? BLANK : OTHER;
});

function kindOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 256) return LATIN[code]!;
  const character = String.fromCodePoint(text.codePointAt(at)!);
  return HAS_LETTER_OR_DIGIT.test(character) ? LETTER_OR_DIGIT : SPACE.test(character) ? BLANK : OTHER;
}

/** Counts the words of a text: runs without spaces that contain a letter or digit. */
export function countWords(text: string): number {
  let words = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text, at);
    if (kind === BLANK) isInWord = false;
    else if (kind === LETTER_OR_DIGIT && !isInWord) {
      isInWord = true;
      words++;
    }
  }
  return words;
}

/** Whether a text contains a letter or digit. */
export function hasWords(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (kindOf(text, at) === LETTER_OR_DIGIT) return true;
  return false;
}

/** Letters that nobody sees. They would hide a number from the check and from nobody else. */
const UNSEEN =
  /[\u00ad\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
/** Joins pictures to one, and between other characters is as unseen as the rest. */
const JOINER_BESIDE_NO_PICTURE = /(?<![\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])\u200d/gu;
const OTHER_DIGITS = /[^\P{Nd}\d]/gu;

/** Digits of any script and width as 0 to 9, letters composed, and nothing unseen. */
export function readable(text: string): string {
  const seen = text.normalize('NFC').replace(UNSEEN, '').replace(JOINER_BESIDE_NO_PICTURE, '');
  return seen.replace(OTHER_DIGITS, digitOf);
}

/** Digits of a script stand in a row of ten, from nought on. */
function digitOf(character: string): string {
  const plain = character.normalize('NFKC');
  if (/^\d$/.test(plain)) return plain;
  let code = character.codePointAt(0)!;
  let digit = 0;
  while (digit < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code--;
    digit++;
  }
  return String(digit);
}

/** Small letters without accents, each in the place where it was. */
export function flatten(text: string): string {
  return text.replace(/[^\0-\x7f]/g, flattenOne).toLowerCase();
}

function flattenOne(character: string): string {
  const flat = character.normalize('NFD')[0]!.toLowerCase();
  return flat.length === 1 ? flat : character;
}

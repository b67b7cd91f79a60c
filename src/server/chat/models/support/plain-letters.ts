/** Invisible characters. They could hide a number from the check, but not from readers. */
const INVISIBLE =
  /[\u00ad\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
/** A zero-width joiner that does not join emoji. */
const JOINER_BESIDE_NO_PICTURE = /(?<![\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])\u200d/gu;
const OTHER_DIGITS = /[^\P{Nd}\d]/gu;

/** Converts digits of any script and width to 0–9, composes letters and removes invisible characters. */
export function readable(text: string): string {
  const visible = text.normalize('NFC').replace(INVISIBLE, '').replace(JOINER_BESIDE_NO_PICTURE, '');
  return visible.replace(OTHER_DIGITS, digitOf);
}

/** Returns the ASCII digit. In Unicode, the ten digits of a script are consecutive, beginning with zero. */
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

/** Converts a text to lower case without accents, without changing its length. */
export function flatten(text: string): string {
  return text.replace(/[^\0-\x7f]/g, flattenOne).toLowerCase();
}

function flattenOne(character: string): string {
  const flat = character.normalize('NFD')[0]!.toLowerCase();
  return flat.length === 1 ? flat : character;
}

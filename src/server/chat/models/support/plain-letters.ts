/** They could hide a number from the check, but not from readers. */
const INVISIBLE =
  /[\u00ad\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
/** A zero-width joiner that does not join emoji. */
const JOINER_BESIDE_NO_PICTURE = /(?<![\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])\u200d/gu;
/** `１５`, `⑮`, `𝟏𝟓`, `¹⁵`, `％`. */
const OTHER_SHAPES =
  /[^\P{Nd}\d]|[\u00b9\u2070-\u209c\u2460-\u24ff\u2776-\u2793]|[\uff04\uff05\uff21-\uff3a\uff41-\uff5a\uff0c\uff0e\uff0f\uff1a]|[\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f10a}]|[²³]/gu;
/** A digit drawn as a key, except one that numbers a list entry. */
const KEYCAP = /(?<!^[^\S\n]*)(\d)\ufe0f?\u20e3|(\d)\ufe0f?\u20e3(?=\d)/gm;
/** LaTeX: `R\$`. */
const ESCAPE = /\\(?=[$%])/g;

/** Digits of any script, width and shape become 0–9. */
export function readable(text: string): string {
  const visible = text.normalize('NFC').replace(INVISIBLE, '').replace(JOINER_BESIDE_NO_PICTURE, '');
  return visible.replace(OTHER_SHAPES, plainOf).replace(KEYCAP, '$1$2').replace(ESCAPE, '');
}

/** A square or a cube of metres stays as it is. */
function plainOf(character: string, at: number, text: string): string {
  if (/[²³]/.test(character) && /[a-z]$/i.test(text.slice(0, at))) return character;
  const plain = character.normalize('NFKC');
  return /^[\x21-\x7e]+$/.test(plain) ? plain : digitOf(character);
}

/** In Unicode, the ten digits of a script are consecutive, beginning with zero. */
function digitOf(character: string): string {
  if (!/\p{Nd}/u.test(character)) return character;
  let code = character.codePointAt(0)!;
  let digit = 0;
  while (digit < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code--;
    digit++;
  }
  return String(digit);
}

/** Keeps the length. */
export function foldText(text: string): string {
  return text.replace(/[^\0-\x7f]/g, foldCharacter).toLowerCase();
}

function foldCharacter(character: string): string {
  const flat = character.normalize('NFD')[0]!.toLowerCase();
  return flat.length === 1 ? flat : character;
}

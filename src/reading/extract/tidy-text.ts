/** Characters; txt files are limited by their own size instead. */
export const TEXT_MAX = 5 * 1024 * 1024;

// Symbol fonts map their bullets to the private use area. Its other characters have no meaning.
const PRIVATE_BULLETS = /[\uf0b7\uf0a7\uf076\uf0d8\uf0fc\uf02d]/g;
const PRIVATE_USE = /\p{Co}/gu;
const LIGATURES = /[\ufb00-\ufb06]/g;
const ODD_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\t\v\f\u0085]/g;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufffc\ufffd]/g;
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;

/** Such texts, which are most, need no tidying. Large ones have up to a million lines. */
const TIDY = /^[\n -~\u00a1-\u00ac\u00ae-\u00ff]*$/;

/** Removes invisible characters, normalizes to NFC. */
function tidyLines(text: string): string {
  if (TIDY.test(text)) return text;
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(PRIVATE_BULLETS, '•')
    .replace(PRIVATE_USE, '')
    .replace(LIGATURES, (ligature) => ligature.normalize('NFKC'))
    .replace(/[\u2010\u2011]/g, '-')
    .replace(ODD_SPACES, ' ')
    .replace(INVISIBLE, '')
    .replace(CONTROLS, '');
}

/** Tidies a text into one line, with runs of spaces and line breaks collapsed. */
export function tidy(text: string): string {
  return tidyLines(text).replace(/\s+/g, ' ').trim();
}

export function rowText(cells: readonly string[]): string {
  const tidied = cells.map(tidy);
  return tidied.some(Boolean) ? tidied.join(' | ') : '';
}

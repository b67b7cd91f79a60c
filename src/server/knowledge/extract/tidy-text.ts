/** Longest text that a document may unpack to, in characters. A txt file unpacks to nothing: its own size bounds it. */
export const TEXT_MAX = 5 * 1024 * 1024;

// Symbol fonts put their bullets in the private use area, and nothing else there can be read.
const PRIVATE_BULLETS = /[\uf0b7\uf0a7\uf076\uf0d8\uf0fc\uf02d]/g;
const PRIVATE_USE = /\p{Co}/gu;
const LIGATURES = /[\ufb00-\ufb06]/g;
const ODD_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\t\v\f\u0085]/g;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufffc\ufffd]/g;
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;

/** Most texts of ours are nothing else, and a large one has a million lines: these have nothing to be tidied. */
const TIDY = /^[\n -~\u00a1-\u00ac\u00ae-\u00ff]*$/;

/** Line breaks are kept, everything else that a reader does not see goes. NFC. */
export function tidyLines(text: string): string {
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

/** One line: tidy, with every run of spaces and line breaks folded into one space. */
export function tidy(text: string): string {
  return tidyLines(text).replace(/\s+/g, ' ').trim();
}

/** The cells of a row as one line; empty when every cell is. */
export function rowText(cells: string[]): string {
  const tidied = cells.map(tidy);
  return tidied.some(Boolean) ? tidied.join(' | ') : '';
}

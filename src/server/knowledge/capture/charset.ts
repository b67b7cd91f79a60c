import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** For bytes known to be valid: one that looks for faults takes longer than to look for them first. */
const utf8 = new TextDecoder('utf-8');
const META_CHARSET = /<meta[^>]{1,400}charset\s*=\s*["']?\s*([\w-]{2,40})/i;
/** Encodings whose bytes look like plain ASCII, and so like valid UTF-8, whatever they say. */
const ESCAPED = /^(?:iso-2022-|hz-gb)/;
/** Pages that say latin1 or ascii are read as browsers read them. */
const WEB_LATIN = /^(?:iso[-_]?8859-?1|latin-?1|l1|us-ascii|ascii|windows-1252|cp1252|x-cp1252)$/;

const charsetOf = (contentType: string) => /charset\s*=\s*["']?\s*([\w-]{2,40})/i.exec(contentType)?.[1]?.toLowerCase();

function decodeMarked(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8', 3);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, 'utf-16be');
  return null;
}

/**
 * The text of a page. A byte order mark decides; then bytes that are valid UTF-8 are UTF-8 (legacy text passes that
 * test by accident only, while headers and meta tags often lie); then what the header says, what the page says, and
 * windows-1252 when neither says anything that can be true. Without NUL and halves of characters, which no database keeps.
 */
export function decodeHtml(bytes: Buffer, contentType = ''): string {
  return decodeBytes(bytes, contentType).replaceAll('\0', '').toWellFormed();
}

function decodeBytes(bytes: Buffer, contentType: string): string {
  const marked = decodeMarked(bytes);
  if (marked !== null) return marked;
  const declared = [charsetOf(contentType), META_CHARSET.exec(bytes.toString('latin1', 0, 4_096))?.[1]?.toLowerCase()];
  const escaped = declared.find((name) => name && ESCAPED.test(name) && iconv.encodingExists(name));
  if (escaped) return iconv.decode(bytes, escaped);
  // A header that says UTF-16 without a mark can be true; a meta tag that can be read as ASCII cannot.
  if (declared[0]?.startsWith('utf-16')) return iconv.decode(bytes, declared[0]);
  return isUtf8(bytes) ? utf8.decode(bytes) : decodeLegacy(bytes, declared);
}

function decodeLegacy(bytes: Buffer, declared: (string | undefined)[]): string {
  const name = declared.find((one) => one && !one.startsWith('utf') && iconv.encodingExists(one));
  if (name) return iconv.decode(bytes, WEB_LATIN.test(name) ? 'windows-1252' : name);
  if (declared.some((one) => one?.startsWith('utf'))) {
    const lenient = bytes.toString('utf8');
    const broken = lenient.match(/\uFFFD/g)?.length ?? 0;
    const good = lenient.match(/[^\x00-\x7f\uFFFD]/g)?.length ?? 0;
    if (good > broken) return lenient;
  }
  return iconv.decode(bytes, 'windows-1252');
}

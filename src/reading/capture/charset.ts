import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { encodingOfMark, mendTwiceEncoded } from '../extract/decode-text.ts';

/** Not fatal: the bytes are validated before, which is faster than a fatal decoder. */
const utf8 = new TextDecoder('utf-8');
const META_CHARSET = /<meta[^>]{1,400}charset\s*=\s*["']?\s*([\w-]{2,40})/i;
/** Encodings that use ASCII bytes only, so that their texts look like valid UTF-8. */
const ESCAPED = /^(?:iso-2022-|hz-gb)/;
/** Labels that browsers treat as windows-1252 (WHATWG Encoding Standard). */
const WEB_LATIN = /^(?:iso[-_]?8859-?1|latin-?1|l1|us-ascii|ascii|windows-1252|cp1252|x-cp1252)$/;

const charsetOf = (contentType: string) => /charset\s*=\s*["']?\s*([\w-]{2,40})/i.exec(contentType)?.[1]?.toLowerCase();

/**
 * The first that matches decides: byte order mark; valid UTF-8 (legacy text almost never is by accident, while headers
 * and meta tags are often wrong); HTTP header; meta tag; windows-1252. Removes NULs and lone surrogates, which
 * PostgreSQL rejects.
 */
export function decodeHtml(bytes: Buffer, contentType = ''): string {
  return mendTwiceEncoded(decodeBytes(bytes, contentType)).replaceAll('\0', '').toWellFormed();
}

function decodeBytes(bytes: Buffer, contentType: string): string {
  const marked = encodingOfMark(bytes);
  if (marked !== null) return iconv.decode(bytes, marked);
  const declared = [charsetOf(contentType), META_CHARSET.exec(bytes.toString('latin1', 0, 4_096))?.[1]?.toLowerCase()];
  const escaped = declared.find((name) => name && ESCAPED.test(name) && iconv.encodingExists(name));
  if (escaped) return iconv.decode(bytes, escaped);
  // A page without a byte order mark can be UTF-16 if the header says so, but not if an ASCII meta tag does.
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

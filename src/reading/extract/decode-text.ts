import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

export function encodingOfMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

const UTF_16_NULS = 0.05;

/** The NUL of a Latin character is its second byte in UTF-16LE, its first in BE. Single NULs or blocks are no sign. */
function utf16Of(sample: Uint8Array): string | null {
  const nuls = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2]! += 1;
  });
  const [even = 0, odd = 0] = nuls;
  if (even + odd <= sample.length * UTF_16_NULS || Math.min(even, odd) > (even + odd) * 0.1) return null;
  return even > odd ? 'utf-16be' : 'utf-16le';
}

const SAMPLE = 64 * 1024;
const HIGH = /[\x80-\xff]/g;
/** UTF-8 as in Portuguese texts: Latin-1 letters, punctuation, emojis. */
const UTF_8 = /[\xc2\xc3][\x80-\xbf]|\xe2[\x80-\xbf]{2}|\xf0\x9f[\x80-\xbf]{2}/g;
const UTF_8_OR_HIGH = new RegExp(`${UTF_8.source}|[\\x80-\\xff]`, 'g');

const LETTERS = /[áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÜÇ]/g;
/** Pairs of letters of which Portuguese has many. They tell encodings apart that both have letters at a byte. */
const PAIRS = /ç[aouãõáóúâô]|ã[oes]|õe/gi;
/** Characters that a text in Windows-1252 almost never has, or not inside a word. */
const ODD_IN_1252 = /[\ufffd†‡ƒ‚„ˆ‰‹›ŠšŽžŒœŸÆæÐðÞþ¦¬¯¶]|(?<=\p{L})[¡¢£¥¿€](?=\p{L})/gu;
const ODD_SHARE = 0.2;

const upperHalf = (encoding: string) =>
  iconv.decode(Buffer.from(Uint8Array.from({ length: 128 }, (_, at) => at + 128)), encoding);
const WINDOWS_1252 = upperHalf('windows-1252');
const OLDER = ['cp850', 'macintosh'].map(upperHalf);

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const mapped = (bytes: string, table: string) => bytes.replace(HIGH, (byte) => table[byte.charCodeAt(0) - 128]!);

/** Of the encoding that fits a Portuguese text best. */
function tableOf(bytes: string): string {
  const odd = countOf(mapped(bytes, WINDOWS_1252), ODD_IN_1252);
  if (odd <= countOf(bytes, HIGH) * ODD_SHARE) return WINDOWS_1252;
  const worth = (table: string) => {
    const text = mapped(bytes, table);
    return countOf(text, LETTERS) + countOf(text, PAIRS);
  };
  return OLDER.reduce((best, table) => (worth(table) > worth(best) ? table : best), WINDOWS_1252);
}

/** In one single-byte encoding, or mixed with UTF-8. */
function decodeLegacy(buffer: Buffer): string {
  const bytes = buffer.toString('latin1');
  const sample = bytes.slice(0, SAMPLE);
  const inUtf8 = countOf(sample, UTF_8);
  const rest = sample.replace(UTF_8, '');
  const isMixed = inUtf8 > countOf(rest, HIGH) / 3;
  const table = tableOf(isMixed ? rest : sample);
  if (!isMixed) return mapped(bytes, table);
  return bytes.replace(UTF_8_OR_HIGH, (found) =>
    found.length === 1 ? mapped(found, table) : Buffer.from(found, 'latin1').toString(),
  );
}

/** UTF-8 that was read as Windows-1252 and written as UTF-8 again: `PreÃ§o`. */
const TWICE = /Ã[\x80-\xbf€ƒ‡‰Š•š]|Â[\xa0-\xbf]|â€/;
const TWICE_SEQUENCE = /[\xc2-\xef][\x80-\xbf\u0152-\u02dc\u2013-\u2122]{1,2}/g;

function mendLine(line: string): string {
  if (!TWICE.test(line)) return line;
  return line.replace(TWICE_SEQUENCE, (found) => {
    for (const part of [found, found.slice(0, 2)]) {
      const bytes = [...part].map((character) =>
        character.charCodeAt(0) < 0x100 ? character.charCodeAt(0) : WINDOWS_1252.indexOf(character) + 128,
      );
      if (bytes.every((byte) => byte > 0x7f) && isUtf8(Buffer.from(bytes)))
        return Buffer.from(bytes).toString() + found.slice(part.length);
    }
    return found;
  });
}

export function mendTwiceEncoded(text: string): string {
  return TWICE.test(text) ? text.replace(/[^\n]+/g, mendLine) : text;
}

/**
 * Byte order mark, UTF-16 if full of NULs, valid UTF-8, else the single-byte encoding that fits best, maybe with UTF-8.
 */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const encoding = encodingOfMark(buffer) ?? utf16Of(buffer.subarray(0, SAMPLE));
  if (encoding !== null && encoding !== 'utf-8') return iconv.decode(buffer, encoding);
  const body = encoding === 'utf-8' ? buffer.subarray(3) : buffer;
  return mendTwiceEncoded(isUtf8(body) ? body.toString() : decodeLegacy(body));
}

/** Odd characters that a short text may have. */
const ODD_MIN = 2;

/** At most 1 % control, unassigned or invalid characters. NULs in a row are one. */
export function isReadableText(bytes: Uint8Array): boolean {
  const text = decodeText(bytes.subarray(0, SAMPLE)).slice(0, -1);
  const odd = countOf(text, /\0+|[\p{Cn}\p{Co}\p{Cs}\ufffd]|[^\P{Cc}\t\n\v\f\r\u001a\u0085]/gu);
  return odd <= Math.max(ODD_MIN, text.length * 0.01);
}

import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** Returns the encoding that a byte order mark declares, or null. */
export function encodingOfMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function encodingOf(bytes: Buffer): string {
  const marked = encodingOfMark(bytes);
  if (marked !== null) return marked;
  // In Latin text, the NUL is the second byte of a character in UTF-16LE, and the first in UTF-16BE.
  const nul = bytes.indexOf(0);
  if (nul !== -1) return nul % 2 === 0 ? 'utf-16be' : 'utf-16le';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/**
 * Decodes a text file. Uses its byte order mark; else UTF-16 if it contains NUL bytes, UTF-8 if it is valid, or
 * Windows-1252.
 */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return iconv.decode(buffer, encodingOf(buffer));
}

const SAMPLE = 64 * 1024;

/** Whether a file is readable text: at most 1 % control, unassigned or invalid characters. */
export function isReadableText(bytes: Uint8Array): boolean {
  const text = decodeText(bytes.subarray(0, SAMPLE)).slice(0, -1);
  const odd = text.match(/[\p{Cn}\p{Co}\p{Cs}\ufffd]|[^\P{Cc}\t\n\v\f\r\u001a\u0085]/gu)?.length ?? 0;
  return odd <= text.length * 0.01;
}

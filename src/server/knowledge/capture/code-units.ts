/** Pages up to so many characters share one piece of memory, one after the other. */
const SHARED = 128 * 1024;
/** A reader may look so far beyond the end, where zeros stand. */
const BEYOND = 32;

const shared = new Uint16Array(SHARED + BEYOND);
const bytesOfShared = Buffer.from(shared.buffer);

/**
 * The code units of a text, with zeros behind the last: an array is read several times as fast as a string, character by
 * character. Good until the next call.
 */
export function codesOf(text: string): Uint16Array {
  if (text.length > SHARED) {
    const codes = new Uint16Array(text.length + BEYOND);
    Buffer.from(codes.buffer).write(text, 'utf16le');
    return codes;
  }
  bytesOfShared.write(text, 'utf16le');
  return shared.fill(0, text.length, text.length + BEYOND);
}

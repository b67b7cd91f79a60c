/** Numbers have variable length (1 byte below 128); words are prefixed with theirs. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  /** Writes an integer from 0 to 2^31 - 1. */
  number(value: number): void {
    this.#reserve(5);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  word(value: string): void {
    this.#reserve(value.length * 3 + 5);
    const { written } = encoder.encodeInto(value, this.#bytes.subarray(this.#length + 1));
    if (written > 127) throw new RangeError('A word takes at most 127 bytes.');
    this.#bytes[this.#length] = written;
    this.#length += 1 + written;
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#length + more) * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Throws a RangeError at the end of the bytes. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; shift < 32; shift += 7) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError('The analysis ends too early.');
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new RangeError('The analysis holds a number that is too long.');
  }

  word(): string {
    const length = this.number();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('The analysis ends too early.');
    let ascii = '';
    for (let index = this.#at; index < end; index++) {
      const byte = this.#bytes[index]!;
      if (byte > 127) {
        ascii = decoder.decode(this.#bytes.subarray(this.#at, end));
        break;
      }
      ascii += String.fromCharCode(byte);
    }
    this.#at = end;
    return ascii;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

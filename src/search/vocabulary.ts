/** A digit; a character other than a digit or a letter from a to z. */
export const DIGITS = 1;
const OTHERS = 2;
const [A, Z, ZERO, NINE] = [97, 122, 48, 57];

export interface VocabularyArrays {
  slots: Int32Array<ArrayBuffer>;
  hashes: Int32Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
  letters: Uint8Array<ArrayBuffer>;
  kinds: Uint8Array<ArrayBuffer>;
}

/** Numbered from 0 in order of appearance and keyed by UTF-8 bytes. */
export class Vocabulary {
  #size = 0;
  /** Open addressing; an entry is a word's number plus one. */
  #slots = new Int32Array(1 << 13);
  #hashes = new Int32Array(1 << 12);
  /** In `#letters`; a word starts where the previous one ends. */
  #ends = new Uint32Array((1 << 12) + 1);
  #letters = new Uint8Array(1 << 15);
  #kinds = new Uint8Array(1 << 12);
  #words: string[] | null = null;

  static from({ slots, hashes, ends, letters, kinds }: VocabularyArrays): Vocabulary {
    const vocabulary = new Vocabulary();
    vocabulary.#size = kinds.length;
    vocabulary.#slots = slots;
    vocabulary.#hashes = hashes;
    vocabulary.#ends = ends;
    vocabulary.#letters = letters;
    vocabulary.#kinds = kinds;
    return vocabulary;
  }

  arrays(): VocabularyArrays {
    const size = this.#size;
    return {
      slots: this.#slots,
      hashes: this.#hashes.slice(0, size),
      ends: this.#ends.slice(0, size + 1),
      letters: this.#letters.slice(0, this.#ends[size]),
      kinds: this.#kinds.slice(0, size),
    };
  }

  get size(): number {
    return this.#size;
  }

  get byteLength(): number {
    return this.#slots.byteLength + this.#hashes.byteLength + this.#ends.byteLength + this.#letters.byteLength;
  }

  /** Adds the word in `bytes` from `start` to `end` if it is new. */
  add(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const slot = this.#find(hash, bytes, start, end);
    const known = this.#slots[slot]!;
    return known > 0 ? known - 1 : this.#keep(slot, hash, bytes, start, end);
  }

  get(word: string): number | undefined {
    const bytes = encoder.encode(word);
    const known = this.#slots[this.#find(hashOf(bytes, 0, bytes.length), bytes, 0, bytes.length)]!;
    return known > 0 ? known - 1 : undefined;
  }

  has(word: string): boolean {
    return this.get(word) !== undefined;
  }

  /** Do not add words afterwards. */
  words(): readonly string[] {
    this.#words ??= this.#spell();
    return this.#words;
  }

  kinds(): Uint8Array {
    return this.#kinds.subarray(0, this.#size);
  }

  #find(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = hash & last;
    for (;;) {
      const known = slots[slot]!;
      if (known === 0) return slot;
      if (this.#hashes[known - 1] === hash && this.#isSame(known - 1, bytes, start, end)) return slot;
      slot = (slot + 1) & last;
    }
  }

  #isSame(word: number, bytes: Uint8Array, start: number, end: number): boolean {
    const letters = this.#letters;
    let own = this.#ends[word]!;
    if (this.#ends[word + 1]! - own !== end - start) return false;
    for (let at = start; at < end; at++) if (letters[own++] !== bytes[at]) return false;
    return true;
  }

  #keep(slot: number, hash: number, bytes: Uint8Array, start: number, end: number): number {
    const word = this.#size++;
    this.#reserve(end - start);
    this.#slots[slot] = word + 1;
    this.#hashes[word] = hash;
    const letters = this.#letters;
    let own = this.#ends[word]!;
    let kind = 0;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      letters[own++] = byte;
      if (byte < A || byte > Z) kind |= byte >= ZERO && byte <= NINE ? DIGITS : OTHERS;
    }
    this.#kinds[word] = kind;
    this.#ends[word + 1] = own;
    if (this.#size * 2 > this.#slots.length) this.#spread();
    return word;
  }

  #reserve(more: number): void {
    const end = this.#ends[this.#size - 1]!;
    if (end + more > this.#letters.length) this.#letters = grown(this.#letters, new Uint8Array((end + more) * 2));
    if (this.#size <= this.#hashes.length) return;
    this.#kinds = grown(this.#kinds, new Uint8Array(this.#size * 2));
    this.#hashes = grown(this.#hashes, new Int32Array(this.#size * 2));
    this.#ends = grown(this.#ends, new Uint32Array(this.#size * 2 + 1));
  }

  #spread(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const last = slots.length - 1;
    for (let word = 0; word < this.#size; word++) {
      let slot = this.#hashes[word]! & last;
      while (slots[slot] !== 0) slot = (slot + 1) & last;
      slots[slot] = word + 1;
    }
    this.#slots = slots;
  }

  #spell(): string[] {
    const letters = Buffer.from(this.#letters.buffer, 0, this.#ends[this.#size]);
    // Latin-1 maps one byte to one character, which is fast and correct for ASCII. Other words are decoded one by one.
    const all = letters.toString('latin1');
    const words: string[] = [];
    for (let word = 0, start = 0; word < this.#size; word++) {
      const end = this.#ends[word + 1]!;
      const isPlain = (this.#kinds[word]! & OTHERS) === 0;
      words.push(isPlain ? all.slice(start, end) : letters.toString('utf8', start, end));
      start = end;
    }
    return words;
  }
}

const encoder = new TextEncoder();

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  // Mixes the high bits into the low bits, which choose the slot: words end in few different letters.
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) | 0;
}

function grown<A extends Uint8Array | Uint32Array | Int32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

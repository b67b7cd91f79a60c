/** Characters per gram, with a mark at both ends of the word. A shorter word is one gram. */
const GRAM = 4;
const [START, END] = ['^', '$'].map((mark) => mark.charCodeAt(0)) as [number, number];

export function countGrams(word: string): number {
  return Math.max(1, word.length + 3 - GRAM);
}

/** Includes repeated grams. Signed 32-bit integers, because V8 keeps small integers unboxed. */
export function gramsOf(word: string): number[] {
  const grams = new Int32Array(countGrams(word));
  writeGrams(word, grams, 0);
  return [...grams];
}

export function writeGrams(word: string, grams: Int32Array, position: number): number {
  const { length } = word;
  if (length < GRAM - 2) {
    grams[position] = mixed(hashed(hashed(hashed(BASIS, START), length === 1 ? word.charCodeAt(0) : END), END));
    return position + 1;
  }
  let [first, second, third] = [START, word.charCodeAt(0), word.charCodeAt(1)];
  let at = position;
  for (let next = 2; next <= length; next++) {
    const fourth = next < length ? word.charCodeAt(next) : END;
    grams[at++] = mixed(hashed(hashed(hashed(hashed(BASIS, first), second), third), fourth));
    first = second;
    second = third;
    third = fourth;
  }
  return at;
}

const BASIS = 0x811c9dc5 | 0;

function hashed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** MurmurHash3's finalizer: the FNV hash alone maps similar grams to close values. */
function mixed(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** Shortest and longest run of characters counted as a gram. */
const GRAM_MIN = 3;
const GRAM_MAX = 5;

/** Hashes (32 bits) of the character grams of a word, its ends marked; a gram that comes twice is given twice. */
export function gramsOf(word: string): number[] {
  const marked = `^${word}$`;
  const grams: number[] = [];
  for (let start = 0; start + GRAM_MIN <= marked.length; start++) {
    let hash = 0x811c9dc5;
    const end = Math.min(marked.length, start + GRAM_MAX);
    for (let at = start; at < end; at++) {
      hash = Math.imul(hash ^ marked.charCodeAt(at), 0x01000193);
      if (at - start + 1 >= GRAM_MIN) grams.push(finish(hash));
    }
  }
  return grams;
}

/** Spreads the bits: FNV alone leaves neighbours close. */
function finish(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** One key (32 bits) for two stems side by side. */
export function pairOf(first: string, second: string): number {
  let hash = 0x811c9dc5;
  const joined = `${first} ${second}`;
  for (let at = 0; at < joined.length; at++) hash = Math.imul(hash ^ joined.charCodeAt(at), 0x01000193);
  return finish(hash);
}

/** Characters of a gram. Of a word, its ends marked, with fewer characters than that, the whole is one gram. */
const GRAM = 4;

/** Hashes (32 bits) of the character grams of a word, its ends marked; a gram that comes twice is given twice. */
export function gramsOf(word: string): number[] {
  const marked = `^${word}$`;
  const grams: number[] = [];
  for (let start = 0; start === 0 || start + GRAM <= marked.length; start++) {
    const end = Math.min(marked.length, start + GRAM);
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ marked.charCodeAt(at), 0x01000193);
    grams.push(mixed(hash));
  }
  return grams;
}

/** Spreads the bits: the hash alone leaves neighbours close. */
function mixed(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

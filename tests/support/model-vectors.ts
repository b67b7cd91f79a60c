const DIMENSIONS = 256;
/** Weight of a character n-gram relative to a whole word. */
const GRAM_WEIGHT = 0.35;
const SILENT = new Set(
  'a o as os de da do das dos e em no na nos nas um uma que se por para com como qual quais é'.split(' '),
);

/** Maps words to words with the same meaning: `{ frete: 'entrega' }`. */
export type Synonyms = Record<string, string>;

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

/** Returns a deterministic embedding: texts that share words, parts of words or synonyms are similar. */
export function vectorOf(text: string, synonyms: Synonyms = {}): number[] {
  const known = Object.fromEntries(Object.entries(synonyms).map(([from, to]) => [fold(from), fold(to)]));
  const vector = new Array<number>(DIMENSIONS).fill(0);
  const put = (feature: string, weight: number) => {
    const at = hash(feature);
    vector[at % DIMENSIONS]! += at & 0x100 ? weight : -weight;
  };
  for (const typed of fold(text).match(/[a-z0-9]+/g) ?? []) {
    if (SILENT.has(typed)) continue;
    const word = known[typed] ?? typed;
    put(`stem ${word.slice(0, 6)}`, 1);
    for (let at = 0; at + 3 <= word.length; at++) put(`gram ${word.slice(at, at + 3)}`, GRAM_WEIGHT);
  }
  const length = Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0)) || 1;
  return vector.map((part) => part / length);
}

/** Int8 holds the parts of a vector of length 1 in this many steps. */
const STEPS = 127;

/** Brings a vector to length 1 and its parts to whole numbers from -127 to 127. A vector of zeros stays one. */
export function quantise(vector: readonly number[]): Int8Array {
  const length = Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0)) || 1;
  return Int8Array.from(vector, (part) => Math.round((part / length) * STEPS));
}

/** The cosine between two quantised vectors of the same model, -1 to 1: rounding has left their lengths a little off 1. */
export function likenessOf(a: Int8Array, b: Int8Array): number {
  let [dot, lengthA, lengthB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a[at]!, b[at]!];
    dot += one * other;
    lengthA += one * one;
    lengthB += other * other;
  }
  return dot / (Math.sqrt(lengthA * lengthB) || 1);
}

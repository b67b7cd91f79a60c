const MAX_COMPONENT = 127;

/** To integers from -127 to 127; a zero vector stays zero. */
export function quantize(vector: readonly number[]): Int8Array {
  const length = Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0)) || 1;
  return Int8Array.from(vector, (part) => Math.round((part / length) * MAX_COMPONENT));
}

/** Of one model, -1 to 1. Divides by the lengths, because rounding changes them slightly. */
export function cosineSimilarity(a: Int8Array, b: Int8Array): number {
  let [dot, lengthA, lengthB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a[at]!, b[at]!];
    dot += one * other;
    lengthA += one * one;
    lengthB += other * other;
  }
  return dot / (Math.sqrt(lengthA * lengthB) || 1);
}

/** Measures of a ranking, as shares from 0 to 1. */
export interface Ranking {
  hit1: number;
  hit5: number;
  mrr10: number;
  ndcg10: number;
}

/** Measures one ranking of document ids against the relevant ones. */
export function measureRanking(ranked: readonly string[], relevant: readonly string[]): Ranking {
  const top = ranked.slice(0, 10);
  const first = top.findIndex((id) => relevant.includes(id));
  const gain = top.reduce((sum, id, index) => (relevant.includes(id) ? sum + 1 / Math.log2(index + 2) : sum), 0);
  const ideal = relevant.slice(0, 10).reduce((sum, _, index) => sum + 1 / Math.log2(index + 2), 0);
  return {
    hit1: first === 0 ? 1 : 0,
    hit5: first >= 0 && first < 5 ? 1 : 0,
    mrr10: first < 0 ? 0 : 1 / (first + 1),
    ndcg10: ideal === 0 ? 0 : gain / ideal,
  };
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function meanRanking(rankings: readonly Ranking[]): Ranking {
  const of = (key: keyof Ranking) => mean(rankings.map((ranking) => ranking[key]));
  return { hit1: of('hit1'), hit5: of('hit5'), mrr10: of('mrr10'), ndcg10: of('ndcg10') };
}

/**
 * Returns the probability that an answerable question gets a higher confidence than an unanswerable one (area under the
 * ROC curve).
 */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number {
  const all = [...positives.map((value) => ({ value, own: 1 })), ...negatives.map((value) => ({ value, own: 0 }))];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (end < all.length && all[end]!.value === all[start]!.value) end++;
    for (let at = start; at < end; at++) rankSum += all[at]!.own * ((start + end + 1) / 2);
    start = end;
  }
  const pairs = positives.length * negatives.length;
  return pairs === 0 ? 0 : (rankSum - (positives.length * (positives.length + 1)) / 2) / pairs;
}

/** Returns the words by which answers are compared: lower case, without accents and punctuation. */
function plainWords(text: string): string[] {
  const folded = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether one of the expected answers occurs literally in the given one. */
export function contains(given: string, expected: readonly string[]): boolean {
  const words = ` ${plainWords(given).join(' ')} `;
  return expected.some((answer) => {
    const wanted = plainWords(answer).join(' ');
    return wanted !== '' && words.includes(` ${wanted} `);
  });
}

/** Returns the best F1 score of the given answer's words against the expected answers. */
export function wordF1(given: string, expected: readonly string[]): number {
  return Math.max(0, ...expected.map((answer) => overlap(plainWords(given), plainWords(answer))));
}

function overlap(given: readonly string[], wanted: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of given) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common++;
  }
  if (common === 0) return 0;
  const precision = common / given.length;
  const recall = common / wanted.length;
  return (2 * precision * recall) / (precision + recall);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export interface TextMeasures {
  /** Share of the right text's words that were read. */
  recall: number;
  /** Share of the right text's pairs of neighbouring words that are neighbours in what was read. */
  order: number;
  /** Share of the words read that the right text does not have. */
  garbage: number;
}

/** What counts as right. */
const RECALL_MIN = 0.98;
const ORDER_MIN = 0.9;
const GARBAGE_MAX = 0.05;

const tokensOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const pairsOf = (tokens: readonly string[]) => tokens.slice(1).map((token, at) => `${tokens[at]} ${token}`);

function countShared(right: readonly string[], read: readonly string[]): number {
  const left = new Map<string, number>();
  for (const one of read) left.set(one, (left.get(one) ?? 0) + 1);
  return right.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count > 0;
  }).length;
}

export function compareTexts(right: string, read: string): TextMeasures {
  const [wanted, found] = [tokensOf(right), tokensOf(read)];
  const [wantedPairs, foundPairs] = [pairsOf(wanted), pairsOf(found)];
  const shared = countShared(wanted, found);
  return {
    recall: wanted.length ? shared / wanted.length : 1,
    order: wantedPairs.length ? countShared(wantedPairs, foundPairs) / wantedPairs.length : 1,
    garbage: found.length ? 1 - shared / found.length : 0,
  };
}

export const isRight = ({ recall = 0, order = 0, garbage = 1 }: Partial<TextMeasures>): boolean =>
  recall >= RECALL_MIN && order >= ORDER_MIN && garbage <= GARBAGE_MAX;

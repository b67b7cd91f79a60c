/** A row of features with its outcome and weight. */
export interface Row {
  signs: readonly number[];
  holds: boolean;
  weight: number;
}

export interface Fitted {
  bias: number;
  weights: number[];
}

const STEPS = 30;

/**
 * Fits a logistic regression by Newton's method. Features are standardized before the ridge penalty (`ridge`, in rows),
 * so that their units do not matter; the returned weights are for the original features.
 */
export function fitLogistic(rows: readonly Row[], ridge: number): Fitted {
  const width = rows[0]!.signs.length;
  const spread = spreadOf(rows, width);
  const scaled = rows.map(({ signs, ...rest }) => ({
    ...rest,
    signs: [1, ...signs.map((sign, at) => (sign - spread[at]!.mean) / spread[at]!.deviation)],
  }));
  let found = new Array<number>(width + 1).fill(0);
  for (let step = 0; step < STEPS; step++) found = newtonStep(scaled, found, ridge);
  const weights = found.slice(1).map((weight, at) => weight / spread[at]!.deviation);
  return { bias: found[0]! - weights.reduce((sum, weight, at) => sum + weight * spread[at]!.mean, 0), weights };
}

export function oddsBy({ bias, weights }: Fitted, signs: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * signs[at]!, bias);
}

function spreadOf(rows: readonly Row[], width: number) {
  return Array.from({ length: width }, (_, at) => {
    const mean = rows.reduce((sum, { signs }) => sum + signs[at]!, 0) / rows.length;
    const variance = rows.reduce((sum, { signs }) => sum + (signs[at]! - mean) ** 2, 0) / rows.length;
    return { mean, deviation: Math.sqrt(variance) || 1 };
  });
}

function newtonStep(rows: readonly Row[], from: readonly number[], ridge: number): number[] {
  const width = from.length;
  const slope = from.map((one, at) => (at === 0 ? 0 : -ridge * one));
  const curve = from.map((_, at) => from.map((_, other) => (at === other && at > 0 ? ridge : 1e-9)));
  for (const { signs, holds, weight } of rows) {
    const likely = 1 / (1 + Math.exp(-signs.reduce((sum, sign, at) => sum + sign * from[at]!, 0)));
    const bend = weight * likely * (1 - likely);
    for (let at = 0; at < width; at++) {
      slope[at]! += weight * ((holds ? 1 : 0) - likely) * signs[at]!;
      for (let other = 0; other < width; other++) curve[at]![other]! += bend * signs[at]! * signs[other]!;
    }
  }
  const change = solve(curve, slope);
  return from.map((one, at) => one + change[at]!);
}

/** Solves a system of linear equations by elimination; overwrites `matrix`. */
function solve(matrix: number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    const pivot = rows.slice(at).reduce((best, row) => (Math.abs(row[at]!) > Math.abs(best[at]!) ? row : best));
    rows[rows.indexOf(pivot)] = rows[at]!;
    rows[at] = pivot;
    for (const row of rows.slice(at + 1)) {
      const share = row[at]! / pivot[at]!;
      for (let column = at; column <= size; column++) row[column]! -= share * pivot[column]!;
    }
  }
  const found = new Array<number>(size).fill(0);
  for (let at = size - 1; at >= 0; at--) {
    const known = found.reduce((sum, value, column) => (column > at ? sum + value * rows[at]![column]! : sum), 0);
    found[at] = (rows[at]![size]! - known) / rows[at]![at]!;
  }
  return found;
}

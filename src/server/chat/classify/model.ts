import { readFileSync } from 'node:fs';
import type { ConversationFeatures } from './features.ts';
import type { ConversationLabels, Label } from './labels.ts';
import { LABEL_NAMES, LABELS } from './labels.ts';

/** Lists are numbers separated by spaces, or base64. */
export interface ModelFile {
  scales: string;
  bias: string;
  /** Base64: sorted 32-bit hashes (little-endian), and weights as signed bytes, by feature, then by output. */
  hashes: string;
  weights: string;
  /** Per combination in `COMBINATIONS`, how much more often it occurs than its values alone predict (log scale). */
  together: string;
}

export interface Model {
  rows: Map<number, number>;
  scales: Float64Array;
  bias: Float64Array;
  weights: Int8Array;
  together: Float64Array;
}

const TOGETHER_SHARE = 0.3;

export const STARTS = {} as Record<Label, number>;
export let OUTPUTS = 0;
for (const label of LABEL_NAMES) {
  STARTS[label] = OUTPUTS;
  OUTPUTS += LABELS[label].length;
}

/** As indexes into each label's values. */
export const COMBINATIONS: readonly (readonly number[])[] = LABEL_NAMES.reduce<number[][]>(
  (heads, label) => heads.flatMap((head) => LABELS[label].map((_, answer) => [...head, answer])),
  [[]],
);

export function openModel(file: ModelFile): Model {
  const bytes = Buffer.from(file.hashes, 'base64');
  const rows = new Map<number, number>();
  for (let at = 0; at < bytes.length; at += 4) rows.set(bytes.readUInt32LE(at), at / 4);
  return {
    rows,
    scales: numbersOf(file.scales),
    bias: numbersOf(file.bias),
    weights: Int8Array.from(Buffer.from(file.weights, 'base64')),
    together: numbersOf(file.together),
  };
}

function numbersOf(text: string): Float64Array {
  return Float64Array.from(text.split(' '), Number);
}

export function readModel(url: URL): Model {
  return openModel(JSON.parse(readFileSync(url, 'utf8')) as ModelFile);
}

/** Those within a label add up to 1. */
export function logProbabilities(model: Model, features: ConversationFeatures): Float64Array {
  const sums = new Float64Array(OUTPUTS);
  for (const [hash, value] of features) {
    const row = model.rows.get(hash);
    if (row === undefined) continue;
    for (let output = 0; output < OUTPUTS; output++) sums[output]! += value * model.weights[row * OUTPUTS + output]!;
  }
  const scores = sums.map((sum, output) => model.bias[output]! + sum * model.scales[output]!);
  for (const label of LABEL_NAMES) {
    const of = scores.subarray(STARTS[label], STARTS[label] + LABELS[label].length);
    const max = Math.max(...of);
    const log = max + Math.log(of.reduce((sum, score) => sum + Math.exp(score - max), 0));
    for (let answer = 0; answer < of.length; answer++) of[answer]! -= log;
  }
  return scores;
}

/** `confidence`: of its least certain label, 0 to 1. */
export function decide(model: Model, scores: Float64Array): ConversationLabels & { confidence: number } {
  let best = COMBINATIONS[0]!;
  let bestScore = -Infinity;
  COMBINATIONS.forEach((combination, index) => {
    let sum = TOGETHER_SHARE * model.together[index]!;
    LABEL_NAMES.forEach((label, at) => (sum += scores[STARTS[label] + combination[at]!]!));
    if (sum > bestScore) [best, bestScore] = [combination, sum];
  });
  const answers = LABEL_NAMES.map((label, at) => [label, LABELS[label][best[at]!]]);
  const surest = LABEL_NAMES.map((label, at) => Math.exp(scores[STARTS[label] + best[at]!]!));
  return { ...(Object.fromEntries(answers) as ConversationLabels), confidence: Math.min(...surest) };
}

import { readFileSync } from 'node:fs';
import type { ConversationFeatures } from './features.ts';
import { LABELS, LABEL_NAMES } from './labels.ts';
import type { Label, ConversationLabels } from './labels.ts';

/** A trained model as it is kept in a file: numbers with a space between them, or base64. */
export interface ModelFile {
  /** What a weight of one is worth, for each answer of each label. */
  scales: string;
  bias: string;
  /** Base64 of the features' hashes, sorted (little-endian, 32 bits), and of their weights (signed bytes, by feature and then by answer). */
  hashes: string;
  weights: string;
  /** For each combination of answers, in the order of `COMBINATIONS`, how much more it is seen than its parts foretell. */
  together: string;
}

export interface Model {
  rows: Map<number, number>;
  scales: Float64Array;
  bias: Float64Array;
  weights: Int8Array;
  together: Float64Array;
}

/** How much is left to what answers are usually given together. */
const TOGETHER_SHARE = 0.3;

/** Where the answers of each label begin among all answers, and how many they all are. */
export const STARTS = {} as Record<Label, number>;
export let OUTPUTS = 0;
for (const label of LABEL_NAMES) {
  STARTS[label] = OUTPUTS;
  OUTPUTS += LABELS[label].length;
}

/** Every answer to every label, as places among the label's answers. */
export const COMBINATIONS: readonly (readonly number[])[] = LABEL_NAMES.reduce<number[][]>(
  (heads, label) => heads.flatMap((head) => LABELS[label].map((_, answer) => [...head, answer])),
  [[]],
);

/** Makes a model's file ready to be asked. */
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

/** Reads a model's file. */
export function readModel(url: URL): Model {
  return openModel(JSON.parse(readFileSync(url, 'utf8')) as ModelFile);
}

/** The logarithm of the probability of each answer, label by label: in each label the probabilities make one. */
export function weigh(model: Model, features: ConversationFeatures): Float64Array {
  const sums = new Float64Array(OUTPUTS);
  for (const [hash, value] of features) {
    const row = model.rows.get(hash);
    if (row === undefined) continue;
    for (let output = 0; output < OUTPUTS; output++) sums[output]! += value * model.weights[row * OUTPUTS + output]!;
  }
  const scores = sums.map((sum, output) => model.bias[output]! + sum * model.scales[output]!);
  for (const label of LABEL_NAMES) {
    const of = scores.subarray(STARTS[label], STARTS[label] + LABELS[label].length);
    const most = Math.max(...of);
    const log = most + Math.log(of.reduce((sum, score) => sum + Math.exp(score - most), 0));
    for (let answer = 0; answer < of.length; answer++) of[answer]! -= log;
  }
  return scores;
}

/** The likeliest answers to all labels at once, and the probability of the least sure of them (0 to 1). */
export function decide(model: Model, scores: Float64Array): ConversationLabels & { confidence: number } {
  let best = COMBINATIONS[0]!;
  let most = -Infinity;
  COMBINATIONS.forEach((combination, index) => {
    let sum = TOGETHER_SHARE * model.together[index]!;
    LABEL_NAMES.forEach((label, place) => (sum += scores[STARTS[label] + combination[place]!]!));
    if (sum > most) [best, most] = [combination, sum];
  });
  const answers = LABEL_NAMES.map((label, place) => [label, LABELS[label][best[place]!]]);
  const surest = LABEL_NAMES.map((label, place) => Math.exp(scores[STARTS[label] + best[place]!]!));
  return { ...(Object.fromEntries(answers) as ConversationLabels), confidence: Math.min(...surest) };
}

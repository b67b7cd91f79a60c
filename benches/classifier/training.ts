import { readFileSync } from 'node:fs';
import { featuresOf } from '../../src/server/chat/classify/features.ts';
import type { ConversationLabels, Label } from '../../src/server/chat/classify/labels.ts';
import { LABEL_NAMES, LABELS } from '../../src/server/chat/classify/labels.ts';
import type { ModelFile } from '../../src/server/chat/classify/model.ts';
import { COMBINATIONS, OUTPUTS } from '../../src/server/chat/classify/model.ts';
import { readMessage } from '../../src/server/chat/classify/reading.ts';

/** A conversation of the hand-made set: the visitor's messages, in order, with the labels that a person chose. */
export interface LabelledConversation extends ConversationLabels {
  messages: string[];
  split: 'tune' | 'test' | 'fresh';
}

const SET_FILE = new URL('../data/visitor-messages.jsonl', import.meta.url);

/** Returns the hand-made set, all three parts, in the order of the file. */
export function readLabelled(): LabelledConversation[] {
  return readFileSync(SET_FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledConversation);
}

/** Training parameters: penalty on large weights, how far rare answers are boosted (0 to 1), number of steps. */
interface TrainingOptions {
  penalty: Record<Label, number>;
  lift: Record<Label, number>;
  steps: number;
}
const TRAINING: TrainingOptions = {
  penalty: { sentiment: 0.005, goal: 0.005, wantedHuman: 0.005, satisfied: 0.005 },
  lift: { sentiment: 0.5, goal: 0.5, wantedHuman: 0.5, satisfied: 0.5 },
  steps: 150,
};

/** Trains on conversations and quantizes the model to one byte per weight. */
export function trainModel(
  conversations: readonly LabelledConversation[],
  options: TrainingOptions = TRAINING,
): ModelFile {
  const { hashes, weights, bias } = train(conversations, options);
  const maxima = new Float64Array(OUTPUTS);
  weights.forEach((weight, at) => (maxima[at % OUTPUTS] = Math.max(maxima[at % OUTPUTS]!, Math.abs(weight))));
  const scales = [...maxima].map((one) => rounded(one / 127 || 1));
  const small = Int8Array.from(weights, (weight, at) => Math.round(weight / scales[at % OUTPUTS]!));
  const isUsed = (feature: number) =>
    small.subarray(feature * OUTPUTS, (feature + 1) * OUTPUTS).some((one) => one !== 0);
  const usedFeatures = hashes.map((_, feature) => feature).filter(isUsed);
  const usedHashes = Buffer.alloc(usedFeatures.length * 4);
  usedFeatures.forEach((feature, index) => usedHashes.writeUInt32LE(hashes[feature]!, index * 4));
  const usedWeights = usedFeatures.flatMap((feature) => [
    ...small.subarray(feature * OUTPUTS, (feature + 1) * OUTPUTS),
  ]);
  return {
    scales: scales.join(' '),
    bias: [...bias].map(rounded).join(' '),
    hashes: usedHashes.toString('base64'),
    weights: Buffer.from(Int8Array.from(usedWeights).buffer).toString('base64'),
    together: countTogether(conversations).join(' '),
  };
}

/**
 * Returns, for each combination of answers, the logarithm of how much more often it occurs than expected if they were
 * independent, shrunk towards zero.
 */
function countTogether(conversations: readonly LabelledConversation[]): number[] {
  const labelIndexesOf = (conversation: LabelledConversation) =>
    LABEL_NAMES.map((label) => (LABELS[label] as readonly unknown[]).indexOf(conversation[label]));
  const labelIndexes = conversations.map(labelIndexesOf);
  return COMBINATIONS.map((combination) => {
    const seen = labelIndexes.filter((one) => one.every((answer, label) => answer === combination[label])).length;
    const shares = combination.map((answer, label) => labelIndexes.filter((one) => one[label] === answer).length);
    const foretold = shares.reduce((product, share) => (product * share) / labelIndexes.length, 1);
    return rounded(Math.log((seen + 5 * foretold + 0.05) / (foretold * (labelIndexes.length + 5) + 0.05)));
  });
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

/** A trained model before quantization: weights[feature * outputs + output]; bias[o] belongs to output o. */
export interface Trained {
  hashes: number[];
  weights: Float64Array;
  bias: Float64Array;
}

interface Row {
  at: Int32Array;
  values: Float64Array;
}

/** Minimum number of conversations in which a feature must occur. */
const MIN_OCCURRENCES = 2;

/** Multinomial logistic regression for each label, by accelerated gradient descent from zero. Deterministic. */
export function train(conversations: readonly LabelledConversation[], options: TrainingOptions = TRAINING): Trained {
  const features = conversations.map(({ messages }) => featuresOf(messages.map((message) => readMessage(message))));
  const seen = new Map<number, number>();
  for (const one of features) for (const hash of one.keys()) seen.set(hash, (seen.get(hash) ?? 0) + 1);
  const hashes = [...seen].flatMap(([hash, times]) => (times >= MIN_OCCURRENCES ? [hash] : [])).sort((a, b) => a - b);
  const indexes = new Map(hashes.map((hash, index) => [hash, index]));
  const rows = features.map((one): Row => {
    const known = [...one].filter(([hash]) => indexes.has(hash));
    return {
      at: Int32Array.from(known, ([hash]) => indexes.get(hash)!),
      values: Float64Array.from(known, ([, value]) => value),
    };
  });
  const weights = new Float64Array(hashes.length * OUTPUTS);
  const bias = new Float64Array(OUTPUTS);
  let first = 0;
  for (const label of LABEL_NAMES) {
    const answers = LABELS[label] as readonly unknown[];
    const truth = conversations.map((conversation) => answers.indexOf(conversation[label]));
    const head = trainHead(rows, truth, answers.length, hashes.length, {
      penalty: options.penalty[label],
      lift: options.lift[label],
      steps: options.steps,
    });
    for (let feature = 0; feature < hashes.length; feature++) {
      for (let answer = 0; answer < answers.length; answer++) {
        weights[feature * OUTPUTS + first + answer] = head[feature * answers.length + answer]!;
      }
    }
    bias.set(head.subarray(hashes.length * answers.length), first);
    first += answers.length;
  }
  return { hashes, weights, bias };
}

/** Returns the weights of one label, by feature, with the bias last. */
function trainHead(
  rows: readonly Row[],
  truth: readonly number[],
  answers: number,
  features: number,
  { penalty, lift, steps }: { penalty: number; lift: number; steps: number },
): Float64Array {
  const counts = new Float64Array(answers);
  for (const answer of truth) counts[answer]! += 1;
  const weightOf = counts.map((count) => (rows.length / (answers * Math.max(count, 1))) ** lift);
  const total = truth.reduce((sum, answer) => sum + weightOf[answer]!, 0);
  const size = (features + 1) * answers;
  const [weights, lookahead, gradient] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const step = 1 / (penalty + 0.5 * spread(rows, features));
  const scores = new Float64Array(answers);
  for (let round = 1; round <= steps; round++) {
    for (let at = 0; at < size; at++) gradient[at] = at < features * answers ? penalty * lookahead[at]! : 0;
    rows.forEach((row, index) => {
      probabilities(row, lookahead, answers, features, scores);
      const share = weightOf[truth[index]!]! / total;
      for (let answer = 0; answer < answers; answer++) {
        const error = share * (scores[answer]! - (truth[index] === answer ? 1 : 0));
        for (let k = 0; k < row.at.length; k++) gradient[row.at[k]! * answers + answer]! += error * row.values[k]!;
        gradient[features * answers + answer]! += error;
      }
    });
    const momentum = (round - 1) / (round + 2);
    for (let at = 0; at < size; at++) {
      const next = lookahead[at]! - step * gradient[at]!;
      lookahead[at] = next + momentum * (next - weights[at]!);
      weights[at] = next;
    }
  }
  return weights;
}

/**
 * Returns an upper estimate of the largest eigenvalue of the rows' mean outer product, by power iteration: it
 * determines a safe step size.
 */
function spread(rows: readonly Row[], features: number): number {
  let vector = new Float64Array(features + 1).fill(1);
  let value = 1;
  for (let round = 0; round < 8; round++) {
    const next = new Float64Array(features + 1);
    for (const { at, values } of rows) {
      let dot = vector[features]!;
      for (let k = 0; k < at.length; k++) dot += vector[at[k]!]! * values[k]!;
      for (let k = 0; k < at.length; k++) next[at[k]!]! += (dot * values[k]!) / rows.length;
      next[features]! += dot / rows.length;
    }
    value = Math.sqrt(next.reduce((sum, one) => sum + one * one, 0));
    vector = next.map((one) => one / value);
  }
  return 1.3 * value;
}

function probabilities(row: Row, weights: Float64Array, answers: number, features: number, into: Float64Array): void {
  for (let answer = 0; answer < answers; answer++) {
    let score = weights[features * answers + answer]!;
    for (let k = 0; k < row.at.length; k++) score += weights[row.at[k]! * answers + answer]! * row.values[k]!;
    into[answer] = score;
  }
  const max = Math.max(...into);
  let sum = 0;
  for (let answer = 0; answer < answers; answer++) sum += into[answer] = Math.exp(into[answer]! - max);
  for (let answer = 0; answer < answers; answer++) into[answer]! /= sum;
}

import { intentBank, type IntentShares } from './intent-bank.ts';
import type { RerankPassage, RerankSegment } from './rerank-segment.ts';

const MAX_BYTE = 255;

/** The sentences of a passage share one array: many small ones would slow down garbage collection. */
const read = new WeakMap<RerankPassage, Uint8Array>();

/** Highest cosine with one of a sentence. */
export function sharedIntent(segment: RerankSegment, passage: RerankPassage, wanted: IntentShares): number {
  let answered = read.get(passage);
  if (answered === undefined) {
    answered = readSentences(segment, passage, wanted.length);
    read.set(passage, answered);
  }
  let highest = 0;
  for (let start = 0; start < answered.length; start += wanted.length) {
    highest = Math.max(highest, cosine(wanted, answered, start));
  }
  return highest;
}

function readSentences({ units }: RerankSegment, { sentences }: RerankPassage, intents: number): Uint8Array {
  const answered = new Uint8Array(sentences.length * intents);
  for (const [at, list] of sentences.entries()) {
    const shares = intentBank().answersTo(Array.from(list, (unit) => units[unit]!));
    for (let intent = 0; intent < intents; intent++)
      answered[at * intents + intent] = Math.round(MAX_BYTE * shares[intent]!);
  }
  return answered;
}

function cosine(wanted: IntentShares, answered: Uint8Array, start: number): number {
  let product = 0;
  for (let intent = 0; intent < wanted.length; intent++) product += wanted[intent]! * answered[start + intent]!;
  return product / MAX_BYTE;
}

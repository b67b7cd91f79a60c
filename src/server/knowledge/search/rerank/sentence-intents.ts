import { intentBank, type IntentShares } from './intent-bank.ts';
import type { RerankPassage, RerankSegment } from './rerank-segment.ts';

/** Scale of the similarities, which are stored as bytes to save memory. */
const MAX_BYTE = 255;

/** Cache of the intents that each sentence of a passage answers, filled when the passage is first read. */
const read = new WeakMap<RerankPassage, readonly Uint8Array[]>();

/** Returns the highest cosine between the question's intents and those of a sentence, 0 to 1. */
export function sharedIntent({ units }: RerankSegment, passage: RerankPassage, wanted: IntentShares): number {
  let sentences = read.get(passage);
  if (sentences === undefined) {
    sentences = passage.sentences.map((list) =>
      inBytes(intentBank().answersTo(Array.from(list, (unit) => units[unit]!))),
    );
    read.set(passage, sentences);
  }
  let highest = 0;
  for (const answered of sentences) highest = Math.max(highest, cosine(wanted, answered));
  return highest;
}

/** A loop is faster than the constructors, which call a function per element. */
function inBytes(shares: IntentShares): Uint8Array {
  const bytes = new Uint8Array(shares.length);
  for (let intent = 0; intent < shares.length; intent++) bytes[intent] = Math.round(MAX_BYTE * shares[intent]!);
  return bytes;
}

function cosine(wanted: IntentShares, answered: Uint8Array): number {
  let product = 0;
  for (let intent = 0; intent < wanted.length; intent++) product += wanted[intent]! * answered[intent]!;
  return product / MAX_BYTE;
}

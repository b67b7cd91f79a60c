import type { ClosePassage, CloseSegment } from './close-segment.ts';
import { type IntentShares, theBank } from './intent-bank.ts';

/** Shares are kept as bytes: they are many. */
const WHOLE = 255;

/** Of each sentence of a passage, what it answers; worked out at the first question that has the passage read. */
const read = new WeakMap<ClosePassage, readonly Uint8Array[]>();

/** How far the intents of the sentence that agrees best with a question are those of the question, 0 to 1. */
export function sharedIntent({ units }: CloseSegment, passage: ClosePassage, asked: IntentShares): number {
  let sentences = read.get(passage);
  if (sentences === undefined) {
    sentences = passage.sentences.map((list) => {
      const answered = theBank().answersTo(Array.from(list, (unit) => units[unit]!));
      return Uint8Array.from(answered, (share) => Math.round(WHOLE * share));
    });
    read.set(passage, sentences);
  }
  return Math.max(0, ...sentences.map((answered) => cosine(asked, answered)));
}

function cosine(asked: IntentShares, answered: Uint8Array): number {
  let product = 0;
  for (let intent = 0; intent < asked.length; intent++) product += asked[intent]! * answered[intent]!;
  return product / WHOLE;
}

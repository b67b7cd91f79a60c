import { chunkDocument } from '../../src/reading/chunk.ts';
import { parseTxt } from '../../src/reading/extract/parse-txt.ts';
import { extractAnswer } from '../../src/search/extract-answer.ts';
import { findAnswer } from '../../src/search/find-answer.ts';
import { passage, segmentOf } from './bike-shop.ts';

/** A text as people write it, read as the product reads a file. */
export function baseOf(title: string, text: string) {
  const chunks = chunkDocument(parseTxt(Buffer.from(text)));
  return segmentOf(
    chunks.map((chunk, ordinal) =>
      passage('file', chunk.text, { title: `${title}.txt`, ordinal, heading: chunk.heading, page: chunk.page }),
    ),
  );
}

/** Returns what is asserted; null if nothing is. */
export const answer = (base: ReturnType<typeof baseOf>, question: string) => {
  const result = findAnswer([base], question);
  return result.outcome === 'answered' ? extractAnswer(result)?.text : null;
};

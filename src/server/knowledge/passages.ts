import type { ExtractedDocument } from '../../reading/blocks.ts';
import { type Chunk, chunkDocument } from '../../reading/chunk.ts';
import { ExtractError } from '../../reading/extract/extract-error.ts';
import { analysePassage } from '../../search/analyse.ts';
import type { ContentRow } from './contents.ts';
import type { EmbeddingInput } from './embeddings/embed-passages.ts';

/** The result of training a content. `words`: the size of the text. */
export interface TrainingResult {
  title: string;
  words: number;
  passages: (Chunk & { analysis: Buffer })[];
}

const countWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Returns the single passage of a FAQ. */
export function passagesOfFaq({ question, answer }: Pick<ContentRow, 'question' | 'answer'>): TrainingResult {
  const words = { title: '', heading: null, question: question ?? '', answer: answer ?? '', text: answer ?? '' };
  const passage = { heading: null, page: null, text: words.text, analysis: Buffer.from(analysePassage(words)) };
  return { title: words.question, words: countWords(`${words.question} ${words.text}`), passages: [passage] };
}

/** Analyses the passages of a file or page. Throws `ExtractError` `no_text` when there are none. */
export function passagesOfChunks(found: readonly Chunk[], title: string): TrainingResult {
  if (found.length === 0) throw new ExtractError('no_text');
  const passages = found.map((chunk) => ({
    ...chunk,
    analysis: Buffer.from(analysePassage({ ...chunk, title, question: null, answer: null })),
  }));
  return {
    title,
    words: found.reduce((sum, { text, isBoilerplate }) => sum + (isBoilerplate ? 0 : countWords(text)), 0),
    passages,
  };
}

/** Splits a file or page into passages and analyses them. Throws `ExtractError` `no_text`. */
export const passagesOfDocument = (document: ExtractedDocument, title: string): TrainingResult =>
  passagesOfChunks(chunkDocument(document), title);

/** Returns the passages in the form that is embedded. */
export const toEmbeddingInputs = (
  { question }: Pick<ContentRow, 'question'>,
  { title, passages }: TrainingResult,
): EmbeddingInput[] => passages.map(({ heading, text }) => ({ title, heading, question, text }));

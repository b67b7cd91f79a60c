import type { ExtractedDocument } from '../../../reading/blocks.ts';
import { type Chunk, chunkDocument } from '../../../reading/chunk.ts';
import { damageOf } from '../../../reading/damage.ts';
import { ExtractError } from '../../../reading/extract/extract-error.ts';
import { analysePassage } from '../../../search/analyse.ts';
import { storableRecords, type StoredRecords } from '../../../search/records/read-records.ts';
import type { Damage } from '../../../shared/constants.ts';
import type { ContentRow } from '../contents/contents.ts';
import type { EmbeddingInput } from '../embeddings/embed-passages.ts';

export interface TrainingResult {
  title: string;
  words: number;
  damage: Damage | null;
  unwanted: string[];
  passages: (Chunk & { analysis: Buffer; records: StoredRecords })[];
}

const countWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

export function passagesOfFaq({ question, answer }: Pick<ContentRow, 'question' | 'answer'>): TrainingResult {
  const words = { title: '', heading: null, question: question ?? '', answer: answer ?? '', text: answer ?? '' };
  const { text } = words;
  const own = { analysis: Buffer.from(analysePassage(words)), records: storableRecords(text) };
  const passage = { heading: null, page: null, text, ...own };
  const size = countWords(`${words.question} ${words.text}`);
  return { title: words.question, words: size, damage: null, unwanted: [], passages: [passage] };
}

/** Throws `ExtractError` `no_text` when there are none. */
export function passagesOfChunks(found: readonly Chunk[], title: string): TrainingResult {
  if (found.length === 0) throw new ExtractError('no_text');
  const passages = found.map((chunk) => ({
    ...chunk,
    analysis: Buffer.from(analysePassage({ ...chunk, title, question: null, answer: null })),
    records: storableRecords(chunk.text),
  }));
  const own = found.filter(({ isBoilerplate }) => !isBoilerplate);
  return {
    title,
    words: own.reduce((sum, { text }) => sum + countWords(text), 0),
    damage: damageOf(found.map(({ text, heading }) => `${heading ?? ''}\n${text}`).join('\n'), own.at(-1)?.page ?? 1),
    unwanted: [],
    passages,
  };
}

/** Without unwanted texts, by their keys. Throws `ExtractError` `no_text`. */
export function passagesOfDocument(
  document: ExtractedDocument,
  title: string,
  keys: readonly string[] = [],
): TrainingResult {
  const unwanted = new Set<string>();
  const chunks = chunkDocument(document, new Set(keys), (text) => unwanted.add(text));
  return { ...passagesOfChunks(chunks, title), unwanted: [...unwanted] };
}

export const toEmbeddingInputs = (
  { question }: Pick<ContentRow, 'question'>,
  { title, passages }: TrainingResult,
): EmbeddingInput[] => passages.map(({ heading, text }) => ({ title, heading, question, text }));

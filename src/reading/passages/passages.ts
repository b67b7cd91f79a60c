import { analysePassage } from '../../search/analyse.ts';
import { storableRecords, type StoredRecords } from '../../search/records/read-records.ts';
import type { Damage } from '../../shared/constants.ts';
import type { ExtractedDocument } from '../blocks.ts';
import { type Chunk, chunkDocument } from '../chunk.ts';
import { damageOf } from '../damage.ts';
import { ExtractError } from '../extract/extract-error.ts';

export interface TrainingResult {
  title: string;
  words: number;
  damage: Damage | null;
  unwanted: string[];
  passages: (Chunk & { analysis: Buffer; records: StoredRecords })[];
}

const countWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

export function passagesOfFaq(question: string, text: string): TrainingResult {
  const words = { title: '', heading: null, question, answer: text, text };
  const own = { analysis: Buffer.from(analysePassage(words)), records: storableRecords(text) };
  const passage = { heading: null, page: null, text, ...own };
  return { title: question, words: countWords(`${question} ${text}`), damage: null, unwanted: [], passages: [passage] };
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

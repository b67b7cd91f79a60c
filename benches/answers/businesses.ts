import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { chunkDocument } from '../../src/reading/chunk.ts';
import { parseTxt } from '../../src/reading/extract/parse-txt.ts';
import { analysePassage } from '../../src/search/analyse.ts';
import type { Passage } from '../../src/search/passage.ts';
import type { Segment } from '../../src/search/segment.ts';
import { buildSegment } from '../../src/search/segment.ts';
import { UsageError } from '../command-line.ts';

const ITEM = z.object({
  id: z.string(),
  type: z.enum(['faq', 'text']),
  question: z.string().optional(),
  answer: z.string().optional(),
  title: z.string().optional(),
  text: z.string().optional(),
});
const QUESTION = z.object({
  q: z.string(),
  kind: z.string(),
  expect: z.array(z.string()).nullable(),
  contains: z.array(z.string()).optional(),
  after: z.string().optional(),
});
const BUSINESS = z.object({
  business: z.string(),
  kind: z.string(),
  items: z.array(ITEM),
  questions: z.array(QUESTION),
});

type SmallItem = z.infer<typeof ITEM>;
export type SmallQuestion = z.infer<typeof QUESTION>;
export type Business = z.infer<typeof BUSINESS>;

/** Reads every business of a folder, one JSON file each. Throws `UsageError`. */
export function readBusinesses(folder: string): Business[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  if (files.length === 0) throw new UsageError(`${folder}: no business`);
  return files.sort().map((name) => readBusiness(join(folder, name)));
}

/** Reads the business of a file. Throws `UsageError`. */
export function readBusiness(file: string): Business {
  const read = BUSINESS.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.success) throw new UsageError(`${file}: ${z.prettifyError(read.error)}`);
  return read.data;
}

/** Builds the search segment of a business as the product does: texts as text files, FAQs as FAQs. */
export function segmentOf({ items }: Pick<Business, 'items'>): Segment {
  const passages = items.flatMap(passagesOf);
  return buildSegment(passages.map((passage) => ({ passage, analysis: analysePassage(passage) })));
}

/** Returns the passages of one item. */
export function passagesOf({ id, type, question = '', answer = '', title = '', text = '' }: SmallItem): Passage[] {
  const none = { contentId: id, ordinal: 0, title: '', heading: null, page: null, url: null };
  if (type === 'faq') return [{ ...none, question, answer, text: answer }];
  const chunks = chunkDocument(parseTxt(Buffer.from(text)));
  return chunks.map((chunk, ordinal) => ({
    ...none,
    title: `${title}.txt`,
    ordinal,
    heading: chunk.heading,
    page: chunk.page,
    text: chunk.text,
    question: null,
    answer: null,
  }));
}

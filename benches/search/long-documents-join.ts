import type { Block, ExtractedDocument } from '../../src/reading/blocks.ts';
import type { Chunk } from '../../src/reading/chunk.ts';
import type { EvalDocument } from './question-set.ts';

/** Short passages joined into one document. */
export interface LongDocument {
  document: ExtractedDocument;
  /** The id of the passage that each block comes from; null for a heading. */
  passageOf: (string | null)[];
}

const PASSAGES = 60;
const PAGE_WORDS = 500;

/**
 * Joins the passages of each source, in order, into documents of about 60. Titles become headings where they change,
 * lines become paragraphs, and a page ends about every 500 words.
 */
export function joinDocuments(documents: readonly EvalDocument[]): LongDocument[] {
  const bySource = Map.groupBy(documents, ({ source }) => source);
  return [...bySource].flatMap(([source, own]) => {
    const count = Math.max(1, Math.round(own.length / PASSAGES));
    return Array.from({ length: count }, (_, part) => {
      const from = Math.round((part * own.length) / count);
      const to = Math.round(((part + 1) * own.length) / count);
      return joinOne(`${source}-${part + 1}.pdf`, own.slice(from, to));
    });
  });
}

function joinOne(name: string, documents: readonly EvalDocument[]): LongDocument {
  const blocks: Block[] = [];
  const passageOf: (string | null)[] = [];
  let words = 0;
  let heading = '';
  const add = (passageId: string | null, block: Block) => {
    blocks.push({ ...block, page: 1 + Math.floor(words / PAGE_WORDS) });
    passageOf.push(passageId);
    words += countWords(block.text);
  };
  for (const { passage } of documents) {
    const title = (passage.question ?? passage.title).trim();
    if (title !== '' && title !== heading) add(null, { kind: 'heading', text: title, level: 2 });
    heading = title;
    for (const line of withoutMarkup(passage.text).split('\n')) {
      const text = line.replace(/\s+/g, ' ').trim();
      if (text !== '') add(passage.contentId, { kind: 'paragraph', text });
    }
  }
  return { document: { title: name, blocks }, passageOf };
}

/**
 * Returns, for each chunk of a joined document, the passages that its text comes from, with the number of words of
 * each.
 */
export function passagesOfChunks(
  { document, passageOf }: LongDocument,
  chunks: readonly Chunk[],
): Map<string, number>[] {
  const body = document.blocks.flatMap(({ text }, index) => {
    const id = passageOf[index];
    return id == null ? [] : [{ id, text }];
  });
  let at = 0;
  let rest = body[0]?.text ?? '';
  const shares = chunks.map((chunk) => {
    const given = new Map<string, number>();
    for (const line of chunk.text.split('\n')) {
      // A line that is not the next one of the body is a heading that the chunk contains.
      if (!rest.startsWith(line)) continue;
      const { id } = body[at]!;
      given.set(id, (given.get(id) ?? 0) + countWords(line));
      rest = rest.slice(line.length).trimStart();
      if (rest === '') rest = body[++at]?.text ?? '';
    }
    return given;
  });
  if (rest !== '') throw new Error(`The chunks of ${document.title} do not follow its text: ${rest.slice(0, 80)}`);
  return shares;
}

/** Replaces `<br>` tags, which some answers contain, by line breaks. */
export function withoutMarkup(text: string): string {
  return text.replace(/<br\s*\/?>/gi, '\n');
}

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

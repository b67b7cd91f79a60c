import BufferReader from 'word-extractor/lib/buffer-reader.js';
import AllocationTable from 'word-extractor/lib/ole-allocation-table.js';
import type { Block, ExtractedDocument } from '../blocks.ts';
import { paragraphsOf, StyledExtractor, type DocParagraph } from './doc-paragraphs.ts';
import { ExtractError } from './extract-error.ts';
import { boldHeadingLevel, plainHeadingLevel } from './plain-headings.ts';
import { rowText, tidy } from './tidy-text.ts';

/** The package follows a chain of sectors for ever if it runs in a ring; no honest chain outgrows its table. */
AllocationTable.prototype.getSecIdChain = function (this: AllocationTable, start: number): number[] {
  const chain: number[] = [];
  for (let id = start; id > -1; id = this._table[id]!) {
    if (chain.length > this._table.length) throw new ExtractError('damaged');
    chain.push(id);
  }
  return chain;
};

/** Reads a Word 97–2003 document into blocks; it knows of no pages. */
export async function parseDoc(bytes: Uint8Array): Promise<ExtractedDocument> {
  const reader = new BufferReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  await reader.open();
  const extractor = new StyledExtractor();
  await extractor.extract(reader);
  return { title: null, blocks: blocksOf(paragraphsOf(extractor)).filter((block) => block.text !== '') };
}

function blocksOf(paragraphs: DocParagraph[]): Block[] {
  const blocks: Block[] = [];
  let row: string[] = [];
  let cell = '';
  paragraphs.forEach((paragraph, index) => {
    if (paragraph.end === 'row') {
      append(blocks, 'table', rowText(row));
      [row, cell] = [[], ''];
    } else if (paragraph.end === 'cell') {
      row.push(`${cell} ${paragraph.text}`);
      cell = '';
    } else if (paragraph.inTable) cell += ` ${paragraph.text}`;
    else addParagraph(blocks, paragraph, paragraphs[index + 1]);
  });
  append(blocks, 'table', rowText([...row, cell]));
  return blocks;
}

function addParagraph(blocks: Block[], paragraph: DocParagraph, next: DocParagraph | undefined): void {
  const text = tidy(paragraph.text);
  // An empty paragraph is kept for now: it parts two lists.
  if (text === '') return void blocks.push({ kind: 'paragraph', text });
  const level = paragraph.headingLevel || (paragraph.isItem ? 0 : titleLevel(paragraph, text, next && tidy(next.text)));
  if (level > 0) blocks.push({ kind: 'heading', text, level });
  else if (paragraph.isItem) append(blocks, 'list', `- ${text}`);
  else blocks.push({ kind: 'paragraph', text });
}

function titleLevel({ isBold }: DocParagraph, text: string, next: string | undefined): number {
  return (isBold && boldHeadingLevel(text, next)) || plainHeadingLevel(text, next);
}

/** Puts a line under the list or table that is being read, or begins one. */
function append(blocks: Block[], kind: 'list' | 'table', line: string): void {
  const open = blocks.at(-1);
  if (line === '') return;
  if (open?.kind === kind) open.text += `\n${line}`;
  else blocks.push({ kind, text: line });
}

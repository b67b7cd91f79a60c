import BufferReader from 'word-extractor/lib/buffer-reader.js';
import AllocationTable from 'word-extractor/lib/ole-allocation-table.js';
import WordOleExtractor from 'word-extractor/lib/word-ole-extractor.js';
import type { Block, ExtractedDocument } from '../blocks.ts';
import { withMargins } from '../boilerplate-facts.ts';
import { linesLeftOut } from '../left-out.ts';
import { ExtractError } from './extract-error.ts';
import { plainHeadingLevel } from './plain-headings.ts';
import { rowText, tidy } from './tidy-text.ts';

/**
 * The package's method loops forever when the sector chain is circular. A valid chain is never longer than its table.
 */
AllocationTable.prototype.getSecIdChain = function (this: AllocationTable, start: number): number[] {
  const chain: number[] = [];
  for (let id = start; id > -1; id = this._table[id]!) {
    if (chain.length > this._table.length) throw new ExtractError('damaged');
    chain.push(id);
  }
  return chain;
};

/** The package would return the encrypted text of files with a password. */
class GuardedExtractor extends WordOleExtractor {
  override extractWordDocument(document: object, stream: Buffer): ReturnType<WordOleExtractor['extract']> {
    const isEncrypted = (stream.readUInt16LE(0x0a) & 0x0100) !== 0;
    if (isEncrypted) return Promise.reject(new ExtractError('encrypted'));
    return super.extractWordDocument(document, stream);
  }
}

/** Word 97–2003. The package returns plain text, so headings and tables are recognised by their form. */
export async function parseDoc(bytes: Buffer): Promise<ExtractedDocument> {
  const reader = new BufferReader(bytes);
  await reader.open();
  const document = await new GuardedExtractor().extract(reader);
  const raw = { filterUnicode: false };
  const body = [document.getBody(raw), document.getTextboxes({ ...raw, includeHeadersAndFooters: false })];
  const notes = [document.getFootnotes(raw), document.getEndnotes(raw)];
  const margins = [document.getHeaders(raw), document.getTextboxes({ ...raw, includeBody: false })];
  const [text, outside] = [[...body, ...notes], margins].map((parts) => blocksOfLines(parts.join('\n').split('\n')));
  const blocks = withMargins(text!, outside!);
  const lines = outside!.map((block) => block.text);
  return { title: null, blocks, leftOut: linesLeftOut(blocks, { repeated: lines }) };
}

const isRow = (line: string) => line.endsWith('\t');

/** Lines that end with a tab are rows of a table. */
export function blocksOfLines(raw: string[]): Block[] {
  const lines = raw.map((line) => ({
    text: isRow(line) ? rowText(line.split('\t').slice(0, -1)) : tidy(line),
    isRow: isRow(line),
  }));
  const filled = lines.filter(({ text }) => text !== '');
  const blocks: Block[] = [];
  filled.forEach((line, index) => {
    const open = blocks.at(-1);
    const level = headingLevel(line, filled[index - 1], filled[index + 1]);
    if (line.isRow && open?.kind === 'table') open.text += `\n${line.text}`;
    else if (line.isRow) blocks.push({ kind: 'table', text: line.text });
    else if (level > 0) blocks.push({ kind: 'heading', text: line.text, level });
    else blocks.push({ kind: 'paragraph', text: line.text });
  });
  return blocks;
}

interface DocLine {
  text: string;
  isRow: boolean;
}

const TITLE_MAX = 80;
const ENDS_SENTENCE = /[.;:!?…]["”)]?$/;
const TITLE = /^[\p{Lu}\p{N}].*[^.;:,!?]$/u;

/** 0 for none. A short line without a final stop, between whole sentences or above a table. */
function headingLevel({ text, isRow }: DocLine, previous: DocLine | undefined, next: DocLine | undefined): number {
  if (isRow || !next || text.length > TITLE_MAX || !TITLE.test(text)) return 0;
  if (!previous) return 1;
  const level = plainHeadingLevel(text, next.text);
  if (level > 0) return level;
  const followsSentence = previous.isRow || ENDS_SENTENCE.test(previous.text);
  const opensText = next.isRow || (next.text.length > text.length && ENDS_SENTENCE.test(next.text));
  return followsSentence && opensText ? 2 : 0;
}

import WordOleExtractor from 'word-extractor/lib/word-ole-extractor.js';
import { boldRanges, paragraphProperties, type ParagraphProperties } from './doc-properties.ts';
import { ExtractError } from './extract-error.ts';

/** A paragraph of the file's main text, as far as its own properties tell. */
export interface DocParagraph {
  text: string;
  /** What ends it: its own mark, the end of a table's cell, or of a row. */
  end: 'paragraph' | 'cell' | 'row';
  inTable: boolean;
  isItem: boolean;
  isBold: boolean;
  /** 1 to 6, or 0. */
  headingLevel: number;
}

/** The package's extractor, which throws the looks of the text away: this one keeps those that mean something. */
export class StyledExtractor extends WordOleExtractor {
  paragraphs: ParagraphProperties[] = [];
  bold: { start: number; end: number }[] = [];

  override extractWordDocument(document: object, stream: Buffer): Promise<unknown> {
    const isEncrypted = (stream.readUInt16LE(0x0a) & 0x0100) !== 0;
    if (isEncrypted) return Promise.reject(new ExtractError('encrypted'));
    return super.extractWordDocument(document, stream);
  }

  override writeParagraphProperties(stream: Buffer, table: Buffer): void {
    try {
      this.paragraphs = paragraphProperties(this._pieces, stream, table);
      this.bold = boldRanges(this._pieces, stream, table);
    } catch {
      // The text is whole without them; only its headings, lists and tables are not told apart.
    }
    super.writeParagraphProperties(stream, table);
  }
}

/** The paragraphs of the main text, once the extractor has read the file. */
export function paragraphsOf({ paragraphs, bold, _pieces, _boundaries }: StyledExtractor): DocParagraph[] {
  const whole = _pieces.map((piece) => piece.text).join('');
  const text = whole.slice(0, _boundaries.ccpText);
  const told: DocParagraph[] = [];
  const propertiesAt = walker(paragraphs);
  const boldAt = walker(bold);
  let start = 0;
  // The package has turned the ends of rows into line feeds, and what was deleted into NULs.
  for (const { 0: mark, index } of text.matchAll(/[\r\n\x07\x0c\x0e]/g)) {
    const inBold = boldAt(start);
    const own = propertiesAt(index);
    const end = own?.isRowEnd || mark === '\n' ? 'row' : mark === '\x07' ? 'cell' : 'paragraph';
    const style = own?.style ?? 0;
    told.push({
      text: text.slice(start, index),
      end,
      inTable: own?.inTable ?? false,
      isItem: own?.isItem ?? false,
      isBold: inBold !== undefined && inBold.end >= index,
      // The first styles of every file are Normal and the nine headings, in this order.
      headingLevel: style >= 1 && style <= 9 ? Math.min(6, style) : 0,
    });
    start = index + 1;
  }
  const rest = { end: 'paragraph', inTable: false, isItem: false, isBold: false, headingLevel: 0 } as const;
  return withoutFields([...told, { ...rest, text: text.slice(start) }]);
}

/** Finds the range that holds a character; each question must be about a later one. */
function walker<R extends { start: number; end: number }>(ranges: R[]): (index: number) => R | undefined {
  let next = 0;
  return (index) => {
    while (next < ranges.length && ranges[next]!.end <= index) next += 1;
    return next < ranges.length && ranges[next]!.start <= index ? ranges[next] : undefined;
  };
}

/** A field is `\x13 code \x14 result \x15`, may hold others and may go over paragraphs: only results are read. */
function withoutFields(paragraphs: DocParagraph[]): DocParagraph[] {
  const open: ('code' | 'result')[] = [];
  return paragraphs.map((paragraph) => {
    let text = '';
    for (const char of paragraph.text) {
      if (char === '\x13') open.push('code');
      else if (char === '\x14') open.splice(-1, 1, 'result');
      else if (char === '\x15') open.pop();
      else if (!open.includes('code')) text += char === '\x0b' ? ' ' : char === '\x1e' ? '-' : char;
    }
    return { ...paragraph, text };
  });
}

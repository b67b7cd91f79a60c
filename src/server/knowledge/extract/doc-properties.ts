import type { Piece } from 'word-extractor/lib/word-ole-extractor.js';

/** Characters of the text, `end` not included. */
interface Range {
  start: number;
  end: number;
}
/** What is said of the paragraphs in a range, [MS-DOC] 2.9.174. */
export interface ParagraphProperties extends Range {
  style: number;
  inTable: boolean;
  isRowEnd: boolean;
  isItem: boolean;
}

/** Where the file's header says that the tables of properties stand: their offset, then their length. */
const PARAGRAPHS_AT = 0x0102;
const CHARACTERS_AT = 0x00fa;
const PAGE_SIZE = 512;
const SPRM = { bold: 0x0835, inTable: 0x2416, rowEnd: 0x2417, list: 0x460b, tableDefinition: 0xd608 } as const;
/** Bytes of an operand, by the top three bits of its operation; 0 means that a length comes first. */
const OPERAND_BYTES = [1, 1, 2, 4, 2, 2, 0, 3];

/** The properties of all paragraphs, in the order of the text. */
export function paragraphProperties(pieces: Piece[], stream: Buffer, table: Buffer): ParagraphProperties[] {
  const found = pagesOf(PARAGRAPHS_AT, stream, table).flatMap((page) => {
    const count = page.readUInt8(PAGE_SIZE - 1);
    return Array.from({ length: count }, (_, i) => {
      const at = page.readUInt8((count + 1) * 4 + i * 13) * 2;
      if (at === 0) return [];
      const words = page.readUInt8(at);
      const length = words ? words * 2 - 1 : page.readUInt8(at + 1) * 2;
      const group = page.subarray(at + (words ? 1 : 2), at + (words ? 1 : 2) + length);
      const read = { style: group.readUInt16LE(0), ...readParagraph(group) };
      return rangesOf(pieces, page, i).map((range) => ({ ...range, ...read }));
    }).flat();
  });
  return found.sort((a, b) => a.start - b.start);
}

/** The ranges of the text that are set in bold by hand, in the order of the text. */
export function boldRanges(pieces: Piece[], stream: Buffer, table: Buffer): Range[] {
  const found = pagesOf(CHARACTERS_AT, stream, table).flatMap((page) => {
    const count = page.readUInt8(PAGE_SIZE - 1);
    return Array.from({ length: count }, (_, i) => {
      const at = page.readUInt8((count + 1) * 4 + i) * 2;
      const group = at === 0 ? Buffer.alloc(0) : page.subarray(at + 1, at + 1 + page.readUInt8(at));
      const isBold = [...operationsOf(group, 0)].some(
        ([operation, operand]) => operation === SPRM.bold && operand[0] === 1,
      );
      return isBold ? rangesOf(pieces, page, i) : [];
    }).flat();
  });
  return found.sort((a, b) => a.start - b.start);
}

function pagesOf(at: number, stream: Buffer, table: Buffer): Buffer[] {
  const start = stream.readUInt32LE(at);
  const count = Math.floor((stream.readUInt32LE(at + 4) - 4) / 8);
  return Array.from({ length: Math.min(count, stream.length / PAGE_SIZE) }, (_, i) => {
    const page = table.readUInt32LE(start + (count + 1) * 4 + i * 4) & 0x3fffff;
    return stream.subarray(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  });
}

function* operationsOf(group: Buffer, from: number): Generator<[operation: number, operand: Buffer]> {
  for (let at = from; at + 2 < group.length;) {
    const operation = group.readUInt16LE(at);
    at += 2;
    yield [operation, group.subarray(at)];
    if (operation === SPRM.tableDefinition) at += 1 + (at + 2 <= group.length ? group.readUInt16LE(at) : 0);
    else at += OPERAND_BYTES[operation >> 13] || 1 + (group[at] ?? 0);
  }
}

function readParagraph(group: Buffer): Pick<ParagraphProperties, 'inTable' | 'isRowEnd' | 'isItem'> {
  const read = { inTable: false, isRowEnd: false, isItem: false };
  for (const [operation, operand] of operationsOf(group, 2)) {
    if (operation === SPRM.inTable) read.inTable = operand[0] === 1;
    if (operation === SPRM.rowEnd) read.isRowEnd = operand[0] === 1;
    if (operation === SPRM.list && operand.length >= 2) {
      const list = operand.readUInt16LE(0);
      read.isItem = list > 0 && list <= 0x07fe;
    }
  }
  return read;
}

/** The characters that entry `i` of a page speaks of; the page names places of the file. */
function rangesOf(pieces: Piece[], page: Buffer, i: number): Range[] {
  const [from, to] = [page.readUInt32LE(i * 4), page.readUInt32LE((i + 1) * 4)];
  return pieces
    .filter((piece) => piece.startFilePos < to && piece.endFilePos > from)
    .map((piece) => {
      const inside = (place: number) => Math.min(Math.max(place, piece.startFilePos), piece.endFilePos);
      const characterAt = (place: number) => piece.startCp + (inside(place) - piece.startFilePos) / piece.bpc;
      return { start: characterAt(from), end: characterAt(to) };
    });
}

import { readSheet } from 'read-excel-file/universal';
import type { Block, ExtractedDocument } from '../blocks.ts';
import { ExtractError } from './extract-error.ts';
import { checkArchive, readEntries, storeUncompressed } from './office-archive.ts';

/**
 * A file with more rows than this is not read at all. In a shorter one, the rows above the allowed number are refused
 * one by one.
 */
const ROWS_MAX = 20_000;

/**
 * The library fills each row up to the last column and adds each missing row, so one cell far away costs as much as a
 * full sheet.
 */
const COLUMNS_MAX = 256;
/** A cell that is not empty: an empty one has no closing tag. */
const CELL = /<(?:[\w.-]+:)?c((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*>/g;
const ADDRESS = /\sr\s*=\s*["']\s*([A-Z]+)(\d+)/i;

type ExcelValue = string | number | boolean | Date | null;

const decimal = new Intl.NumberFormat('pt-BR', { useGrouping: false, maximumFractionDigits: 15 });
const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC' });
const YES_NO = { true: 'VERDADEIRO', false: 'FALSO' };

/** Returns a cell as a Brazilian Excel shows it. A formula is shown as its last result. */
function cellText(cell: ExcelValue): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return decimal.format(cell);
  if (typeof cell === 'boolean') return YES_NO[`${cell}`];
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : day.format(cell);
  return cell.replaceAll('\0', '').trim().toWellFormed();
}

const columnNumber = (letters: string) =>
  [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** Throws `ExtractError` `too_complex` for a cell beyond the maximum number of rows or columns. */
async function checkCells(bytes: Buffer): Promise<void> {
  for (const [, xml] of await readEntries(bytes, /./)) {
    for (const [, attributes = ''] of xml.toString('latin1').matchAll(CELL)) {
      const [, letters = '', row] = ADDRESS.exec(attributes) ?? [];
      if (columnNumber(letters) > COLUMNS_MAX || Number(row) > ROWS_MAX) throw new ExtractError('too_complex');
    }
  }
}

/** Returns the first sheet of an Excel file: each row that is not empty as a block, whose text is a `SheetRecord`. */
export async function parseXlsx(bytes: Buffer): Promise<ExtractedDocument> {
  await checkArchive(bytes);
  // The library unpacks large files in a worker thread, which the sandbox forbids.
  const stored = await storeUncompressed(bytes);
  await checkCells(stored);
  const rows = await readSheet(new Uint8Array(stored).buffer, { trim: false });
  if (rows.length > ROWS_MAX) throw new ExtractError('too_complex');
  const blocks = rows.flatMap((row, at): Block[] => {
    const cells = row.map((cell) => cellText(cell as ExcelValue));
    // The library pads each row to the width of the widest.
    const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
    if (filled.length === 0) return [];
    return [{ kind: 'table', text: JSON.stringify({ line: at + 1, cells: filled }) }];
  });
  return { title: null, blocks };
}

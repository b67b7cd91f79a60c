import { readSheet } from 'read-excel-file/universal';
import type { Block, ExtractedDocument } from '../blocks.ts';
import { ExtractError } from './extract-error.ts';
import { checkArchive, storeUncompressed } from './office-archive.ts';

/**
 * A file with more rows than this is not read at all. In a shorter one, the rows above the allowed number are refused
 * one by one.
 */
const ROWS_MAX = 20_000;

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

/** Returns the first sheet of an Excel file: each row that is not empty as a block, whose text is a `SheetRecord`. */
export async function parseXlsx(bytes: Buffer): Promise<ExtractedDocument> {
  await checkArchive(bytes);
  // The library unpacks large files in a worker thread, which the sandbox forbids.
  const stored = await storeUncompressed(bytes);
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

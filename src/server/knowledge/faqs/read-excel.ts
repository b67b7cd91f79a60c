import { ExtractError } from '../extract/extract-error.ts';
import { runParser } from '../extract/run-parser.ts';
import { readSheetInThread } from '../threads/text-worker.ts';
import type { Sheet } from './read-sheet.ts';

/**
 * An .xlsx file is a zip archive; an .xls file, or one with a password, is a compound file. Text files never begin with
 * these bytes.
 */
const SIGNATURES = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from('d0cf11e0a1b11ae1', 'hex')];

const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature);

export const isExcel = (bytes: Buffer): boolean => SIGNATURES.some((signature) => startsWith(bytes, signature));

/**
 * Parses the first sheet of an Excel file, in the sandbox of the other parsers. Its lines are the rows of the sheet.
 * Throws `ExtractError` when it cannot be read.
 */
export async function readExcel(bytes: Buffer): Promise<Sheet> {
  if (!startsWith(bytes, SIGNATURES[0]!)) throw new ExtractError('wrong_format');
  const { blocks } = await runParser({ format: 'xlsx', bytes });
  return readSheetInThread({ rows: blocks.map(({ text }) => text) });
}

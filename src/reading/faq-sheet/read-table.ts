import type { SheetChoice } from '../../shared/contents.ts';
import { ExtractError } from '../extract/extract-error.ts';
import { isHtml } from '../extract/extract-file.ts';
import { runParser } from '../extract/run-parser.ts';
import { readSheetInThread } from '../passages/text-in-thread.ts';
import type { Sheet } from './read-sheet.ts';

export type SheetUpload = { bytes: Buffer } & SheetChoice;
export type OwnedUpload = SheetUpload & { owner: string };

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** An .xls file, or an .xlsx file with a password, is a compound file. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature);

/** In the sandbox of the other parsers. Throws `ExtractError`. */
export async function readTable({ bytes, owner, ...choice }: OwnedUpload): Promise<Sheet> {
  if (startsWith(bytes, COMPOUND)) throw new ExtractError('wrong_format');
  const format = startsWith(bytes, ZIP) ? 'xlsx' : isHtml(bytes) ? 'html' : null;
  if (format === null) return readSheetInThread({ choice, sheet: bytes });
  const { blocks } = await runParser({ format, bytes }, { owner });
  return readSheetInThread({ choice, format, blocks: blocks.map(({ kind, text }) => ({ kind, text })) });
}

import { CsvError, parse } from 'csv-parse/sync';
import { SHEET_MAX_LINES_READ, type SheetFault } from '../../shared/contents.ts';

/** One record of the table. `line`: the 1-based line on which it begins. */
export interface SheetRecord {
  line: number;
  cells: string[];
  /** The columns whose cell is merged with the one above, whose text they repeat. */
  merged?: number[];
  /** The record cannot be read. Its only cell is the start of its line. */
  fault?: Extract<SheetFault, 'open_quote' | 'line_too_long'>;
}

/** The records of one sheet. */
export interface SheetRecords {
  /** The sheet's name, when several are read. */
  sheet: string | null;
  records: readonly SheetRecord[];
}

interface ParsedRecord {
  raw: string;
  record: string[];
}

/** Maximum length of a line. The longest valid one has half of it. */
const LINE_MAX = 32 * 1024;
/** A quote that is still open after this much was never closed. UTF-8 has up to three bytes per character. */
const RECORD_MAX_BYTES = 3 * LINE_MAX;
/** How much of an unreadable line is returned. */
const SHOWN_MAX = 500;
/** More than a table may have, with its header. */
const RECORDS_MAX = SHEET_MAX_LINES_READ + 1;
/** Number of unclosed quotes reported one by one. A file with more is not a table. */
const MAX_BROKEN = 50;

/**
 * Finds a quote that opens a cell at the start of a line. It shows that the quote opened on an earlier line was never
 * closed.
 */
const unclosedQuote = (separator: string) => new RegExp(`\\n"(?!["${separator}\\n]|$)`);

/** Thrown to end the parser, which otherwise reads on to the end of the file. */
const ENOUGH = new Error('Enough was read');

/** The errors of a record that begins with a quote and does not end. */
const NEVER_CLOSED = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'];

const isEmpty = ({ cells }: SheetRecord) => cells.every((cell) => cell === '');

/**
 * Parses records from a line on, up to the first with an unclosed quote, or to one more than a table may have. Leaves
 * out empty ones.
 */
function readUntilBroken(lines: readonly string[], from: number, separator: string) {
  const records: SheetRecord[] = [];
  const unclosed = unclosedQuote(separator);
  let brokenAt: number | null = null;
  let end = from;
  try {
    parse(lines.slice(from).join('\n'), {
      delimiter: separator,
      raw: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: RECORD_MAX_BYTES,
      on_record: (found: unknown, { lines: read }) => {
        const { raw, record } = found as ParsedRecord;
        const text = raw.trim();
        const line = from + read - (text.match(/\n/g)?.length ?? 0);
        if (unclosed.test(text)) brokenAt = line;
        const kept = { line, cells: record.map((cell) => cell.trim()) };
        if (brokenAt === null && !isEmpty(kept)) records.push(kept);
        if (brokenAt !== null || records.length > RECORDS_MAX) throw ENOUGH;
        end = from + read;
        return null;
      },
    });
  } catch (error) {
    if (error === ENOUGH) return { records, brokenAt };
    if (!(error instanceof CsvError) || !NEVER_CLOSED.includes(error.code)) throw error;
    // The line on which the unclosed record begins.
    brokenAt = lines.findIndex((line, at) => at >= end && line.trim() !== '') + 1;
  }
  return { records, brokenAt };
}

const unreadable = (line: number, text: string, fault: SheetRecord['fault']): SheetRecord => ({
  line,
  cells: [text.slice(0, SHOWN_MAX)],
  fault,
});

/** Takes the lines that are too long out of the table, and returns them as records. */
function takeLongLines(lines: string[]): SheetRecord[] {
  return lines.flatMap((text, at) => {
    if (text.length <= LINE_MAX) return [];
    lines[at] = '';
    return unreadable(at + 1, text, 'line_too_long');
  });
}

/**
 * Parses the records of a table (RFC 4180, with any single-character separator). An unclosed quote or a line that is too
 * long invalidates only its own line. Cells are plain text: nothing is interpreted as a formula. Stops soon after the
 * maximum number of records.
 */
export function readRecords(text: string, separator: string): SheetRecord[] {
  const lines = text.split(/\r\n|\r|\n/);
  const records = takeLongLines(lines);
  let from = 0;
  for (let broken = 0; from < lines.length; broken++) {
    const found = readUntilBroken(lines, from, separator);
    // No spread into `push`: a large table would exceed the maximum number of arguments.
    for (const record of found.records) records.push(record);
    if (found.brokenAt === null) break;
    records.push(unreadable(found.brokenAt, lines[found.brokenAt - 1] ?? '', 'open_quote'));
    if (broken === MAX_BROKEN) break;
    from = found.brokenAt;
  }
  return records.filter((record) => !isEmpty(record)).sort((a, b) => a.line - b.line);
}

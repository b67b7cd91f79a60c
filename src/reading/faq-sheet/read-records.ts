import { CsvError, parse } from 'csv-parse/sync';
import { SHEET_MAX_LINES_READ, type SheetFault } from '../../shared/contents.ts';

/** `line`: where it begins, from 1. */
export interface SheetRecord {
  line: number;
  cells: string[];
  /** Columns merged with the row above, whose text they repeat. */
  merged?: number[];
  /** The only cell is the start of the line. */
  fault?: Extract<SheetFault, 'open_quote' | 'line_too_long'>;
}

export interface SheetRecords {
  sheet: string | null;
  records: readonly SheetRecord[];
}

interface ParsedRecord {
  raw: string;
  record: string[];
}

/** The longest valid line has half of it. */
const LINE_MAX = 32 * 1024;
/** Still open after this, a quote was never closed. UTF-8 has up to three bytes per character. */
const RECORD_MAX_BYTES = 3 * LINE_MAX;
const SHOWN_MAX = 500;
/** The header counts as a record. */
const RECORDS_MAX = SHEET_MAX_LINES_READ + 1;
/** Unclosed quotes: a file with more is not a table. */
const MAX_BROKEN = 50;

/** A quote that opens a cell at the start of a line: one on an earlier line was never closed. */
const unclosedQuote = (separator: string) => new RegExp(`\\n"(?!["${separator}\\n]|$)`);

/** Thrown to end the parser, which otherwise reads on to the end of the file. */
const ENOUGH = new Error('Enough was read');

/** Of a record that begins with a quote and does not end. */
const NEVER_CLOSED = ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'];

const isEmpty = ({ cells }: SheetRecord) => cells.every((cell) => cell === '');

/** Up to an unclosed quote, or one record more than allowed. Leaves out empty ones. */
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
    brokenAt = lines.findIndex((line, at) => at >= end && line.trim() !== '') + 1;
  }
  return { records, brokenAt };
}

const unreadable = (line: number, text: string, fault: SheetRecord['fault']): SheetRecord => ({
  line,
  cells: [text.slice(0, SHOWN_MAX)],
  fault,
});

function takeLongLines(lines: string[]): SheetRecord[] {
  return lines.flatMap((text, at) => {
    if (text.length <= LINE_MAX) return [];
    lines[at] = '';
    return unreadable(at + 1, text, 'line_too_long');
  });
}

/** RFC 4180, any separator. An unclosed quote or too long line invalidates only its line. No cell is a formula. */
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

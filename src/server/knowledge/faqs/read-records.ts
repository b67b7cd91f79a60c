import { CsvError, parse } from 'csv-parse/sync';

/** One record of the table. `line`: the 1-based line on which it begins. */
export interface SheetRecord {
  line: number;
  cells: string[];
  /** The record has an opening quote that is not closed properly. */
  isOpen?: true;
}

interface ParsedRecord {
  raw: string;
  record: string[];
}

/** Number of unclosed quotes reported one by one. A file with more is not a table. */
const MAX_BROKEN = 50;

/**
 * Finds a quote that opens a cell at the start of a line. It shows that the quote opened on an earlier line was never
 * closed.
 */
const unclosedQuote = (separator: string) => new RegExp(`\\n"(?!["${separator}\\n]|$)`);

/** Parses records from a line on, up to the first with an unclosed quote. */
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
      on_record: (found: unknown, { lines: read }) => {
        if (brokenAt !== null) return null;
        const { raw, record } = found as ParsedRecord;
        const text = raw.replace(/^\n+|\n+$/g, '');
        const line = from + read - (text.match(/\n/g)?.length ?? 0);
        if (unclosed.test(text)) brokenAt = line;
        else records.push({ line, cells: record.map((cell) => cell.trim()) });
        end = from + read;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    // The line on which the unclosed record begins.
    brokenAt ??= lines.findIndex((line, at) => at >= end && line.trim() !== '') + 1;
  }
  return { records, brokenAt };
}

/**
 * Parses the records of a table (RFC 4180, with any single-character separator). An unclosed quote invalidates only its
 * own line. Cells are plain text: nothing is interpreted as a formula.
 */
export function readRecords(text: string, separator: string): SheetRecord[] {
  const lines = text.split(/\r\n|\r|\n/);
  const records: SheetRecord[] = [];
  let from = 0;
  for (let broken = 0; from < lines.length; broken++) {
    const found = readUntilBroken(lines, from, separator);
    // No spread into `push`: a large table would exceed the maximum number of arguments.
    for (const record of found.records) records.push(record);
    if (found.brokenAt === null) break;
    records.push({ line: found.brokenAt, cells: [lines[found.brokenAt - 1] ?? ''], isOpen: true });
    if (broken === MAX_BROKEN) break;
    from = found.brokenAt;
  }
  return records.filter(({ cells }) => cells.some((cell) => cell !== ''));
}

import { CsvError, parse } from 'csv-parse/sync';

/** A record of a table as it was written; `line` is its first, from 1. */
export interface SheetRecord {
  line: number;
  cells: string[];
  /** A quote opens here and closes nowhere, or only in the middle of what follows. */
  isOpen?: true;
}

interface Raw {
  raw: string;
  record: string[];
}

/** Lines with a lost quote that are told one by one; a table of more is no table. */
const MAX_BROKEN = 50;

/** A quote at the start of a line that closes nothing: it opens a cell, and the one open since earlier lines was lost. */
const lostQuote = (separator: string) => new RegExp(`\\n"(?!["${separator}\\n]|$)`);

/** The records from a line on, until one that lost its closing quote. */
function readUntilBroken(lines: readonly string[], from: number, separator: string) {
  const records: SheetRecord[] = [];
  const lost = lostQuote(separator);
  let brokenAt: number | null = null;
  let end = from;
  try {
    parse(lines.slice(from).join('\n'), {
      ...{ delimiter: separator, raw: true, info: true },
      ...{ relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
      on_record: (found: unknown, { lines: read }) => {
        if (brokenAt !== null) return null;
        const { raw, record } = found as Raw;
        const written = raw.replace(/^\n+|\n+$/g, '');
        const line = from + read - (written.match(/\n/g)?.length ?? 0);
        if (lost.test(written)) brokenAt = line;
        else records.push({ line, cells: record.map((cell) => cell.trim()) });
        end = from + read;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    // Where the record begins that swallowed the rest.
    brokenAt ??= lines.findIndex((line, at) => at >= end && line.trim() !== '') + 1;
  }
  return { records, brokenAt };
}

/**
 * Cuts a text into the records of a table (RFC 4180, with any one separator). A quote that is never closed costs its own
 * line, not the rest of the table. Cells are text and nothing else, whatever they begin with.
 */
export function readRecords(text: string, separator: string): SheetRecord[] {
  const lines = text.split(/\r\n|\r|\n/);
  const records: SheetRecord[] = [];
  let from = 0;
  for (let broken = 0; from < lines.length; broken++) {
    const found = readUntilBroken(lines, from, separator);
    // Not spread into `push`: a table may have more records than a call can take arguments.
    for (const record of found.records) records.push(record);
    if (found.brokenAt === null) break;
    records.push({ line: found.brokenAt, cells: [lines[found.brokenAt - 1] ?? ''], isOpen: true });
    if (broken === MAX_BROKEN) break;
    from = found.brokenAt;
  }
  return records.filter(({ cells }) => cells.some((cell) => cell !== ''));
}

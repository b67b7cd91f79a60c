import { type Options, stringify } from 'csv-stringify/sync';

/** For a Brazilian Excel, which reads a file without the mark as Windows-1252. No cell can be run as a formula. */
const FORMAT: Options = {
  delimiter: ';',
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  escape_formulas: true,
};

/** Rows as CSV, in batches that are forgotten once written. */
export async function* toCsv(
  heading: readonly string[],
  batches: AsyncIterable<readonly (readonly (string | null)[])[]> | Iterable<readonly (readonly (string | null)[])[]>,
): AsyncGenerator<string> {
  yield stringify([heading], { ...FORMAT, bom: true });
  for await (const rows of batches) yield stringify([...rows], FORMAT);
}

import { type Options, stringify } from 'csv-stringify/sync';

/** Excel needs semicolons and a byte order mark, else it assumes Windows-1252. Escapes formulas. */
const FORMAT: Options = {
  delimiter: ';',
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  escape_formulas: true,
};

/** By batch, so that memory does not grow with the rows. */
export async function* toCsv(
  heading: readonly string[],
  batches: AsyncIterable<readonly (readonly (string | null)[])[]> | Iterable<readonly (readonly (string | null)[])[]>,
): AsyncGenerator<string> {
  yield stringify([heading], { ...FORMAT, bom: true });
  for await (const rows of batches) yield stringify([...rows], FORMAT);
}

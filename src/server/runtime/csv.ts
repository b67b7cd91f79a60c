import { type Options, stringify } from 'csv-stringify/sync';

const ESCAPED = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Excel needs semicolons and a byte order mark, else it assumes Windows-1252. Escapes formulas. */
const FORMAT: Options = {
  delimiter: ';',
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  escape_formulas: true,
  // What looks escaped is escaped, too, so that an import can tell it from a formula.
  cast: { string: (text) => (ESCAPED.test(text) ? `'${text}` : text) },
};

/** By batch, so that memory does not grow with the rows. */
export async function* toCsv(
  heading: readonly string[],
  batches: AsyncIterable<readonly (readonly (string | null)[])[]> | Iterable<readonly (readonly (string | null)[])[]>,
): AsyncGenerator<string> {
  yield stringify([heading], { ...FORMAT, bom: true });
  for await (const rows of batches) yield stringify([...rows], FORMAT);
}

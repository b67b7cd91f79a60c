/** A spreadsheet runs a cell that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Without it Excel reads the file as Windows-1252. */
const BYTE_ORDER_MARK = '\uFEFF';

function cell(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const line = (cells: readonly (string | null)[]) => `${cells.map((value) => cell(value ?? '')).join(';')}\r\n`;

/**
 * Rows as CSV, for a Brazilian Excel: UTF-8 with its mark, semicolons, CRLF. No cell can be run as a formula. Rows come in
 * batches and are forgotten once written.
 */
export async function* toCsv(
  heading: readonly string[],
  batches: AsyncIterable<readonly (readonly (string | null)[])[]> | Iterable<readonly (readonly (string | null)[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(heading);
  for await (const rows of batches) yield rows.map(line).join('');
}

const CELL_SEPARATOR = ' | ';

interface TableRow {
  /** Offsets of its line in the text. */
  start: number;
  end: number;
  table: number;
  cells: readonly string[];
  /** Null if the table has none or this row is it. */
  header: readonly string[] | null;
}

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim());
const isRow = (line: string) => line.includes(CELL_SEPARATOR);
const lineAt = (text: string, at: number) => {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return { start, end: end < 0 ? text.length : end };
};

/** Returns the table row at an offset of a text; null if there is no table. */
export function rowAt(text: string, at: number): TableRow | null {
  const own = lineAt(text, at);
  const line = text.slice(own.start, own.end);
  if (!isRow(line)) return null;
  const cells = cellsOf(line);
  const lines = [{ ...own, cells }];
  for (let { start } = own; start > 0;) {
    const before = lineAt(text, start - 1);
    const above = text.slice(before.start, before.end);
    if (!isRow(above) || cellsOf(above).length !== cells.length) break;
    lines.unshift({ ...before, cells: cellsOf(above) });
    start = before.start;
  }
  const first = lines[0]!;
  const isHeader =
    lines.length > 1 &&
    isHeading(
      first.cells,
      lines.slice(1).map((one) => one.cells),
    );
  return { ...own, table: first.start, cells, header: isHeader ? first.cells : null };
}

export function isHeaderRow(text: string, row: TableRow): boolean {
  const below = row.end < text.length ? rowAt(text, row.end + 1) : null;
  return below?.header != null && below.table === row.start;
}

/** An amount, a number or hours. */
const IS_FIGURE = /R\$|^[\d.,]+%?$|\d\s?h\b/;

/**
 * No figures, and the table has more than two columns or at least half of the other rows contain digits. With digits
 * (`2x por semana`), the other rows must have figures.
 */
function isHeading(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  if (first.some((cell) => /\d/.test(cell))) {
    const areNames = first.every((cell) => /\p{L}/u.test(cell) && !IS_FIGURE.test(cell));
    return areNames && others.length > 1 && others.every((cells) => cells.some((cell) => IS_FIGURE.test(cell)));
  }
  const withFigures = others.filter((cells) => cells.some((cell) => /\d/.test(cell))).length;
  return first.length > 2 || withFigures * 2 >= others.length;
}

/** A cell that states something itself and names nothing: `ter a sex 10h–20h | sáb 8h–17h`. */
const IS_VALUE = /\d\s?h|R\$/;

export function renderRow({ cells, header }: TableRow): string {
  const isPair = header === null && cells.length === 2 && cells.every((cell) => cell !== '');
  if (isPair && !IS_VALUE.test(cells[0]!)) return cells.join(': ');
  return cells
    .map((cell, at) => {
      const name = header?.[at]?.replace(/:$/, '') ?? '';
      return cell !== '' && name !== '' ? `${name}: ${cell}` : cell;
    })
    .filter((cell) => cell !== '')
    .join(' · ');
}

export function isMostlyTable(text: string): boolean {
  const lines = text.split('\n');
  const rows = lines.filter(isRow).length;
  return rows > 2 && rows * 2 > lines.length;
}

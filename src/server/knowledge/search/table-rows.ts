/** Between the cells of a row. */
const JOINT = ' | ';

export interface TableRow {
  /** Where its line stands in the text. */
  start: number;
  end: number;
  /** Where its table begins. */
  table: number;
  cells: readonly string[];
  /** What stands above its cells; null where the table has none, or it is that line itself. */
  header: readonly string[] | null;
}

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim());
const isRow = (line: string) => line.includes(JOINT);
const lineAt = (text: string, at: number) => {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return { start, end: end < 0 ? text.length : end };
};

/** The row of a table that a place of a text stands in; null where it stands in none. */
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

/** Whether a first row names what the others hold: it has no figures where they have some, or there are many columns. */
function isHeading(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  if (first.some((cell) => /\d/.test(cell))) return false;
  const withFigures = others.filter((cells) => cells.some((cell) => /\d/.test(cell))).length;
  return first.length > 2 || withFigures * 2 >= others.length;
}

/** A row as a visitor reads it: `Serviço: Corte · Preço: R$ 40`. */
export function sayRow({ cells, header }: TableRow): string {
  if (header === null && cells.length === 2 && cells.every((cell) => cell !== '')) return cells.join(': ');
  return cells
    .map((cell, at) => {
      const name = header?.[at]?.replace(/:$/, '') ?? '';
      return cell !== '' && name !== '' ? `${name}: ${cell}` : cell;
    })
    .filter((cell) => cell !== '')
    .join(' · ');
}

/** Whether a text is a table for the greater part. */
export function isMostlyTable(text: string): boolean {
  const lines = text.split('\n');
  const rows = lines.filter(isRow).length;
  return rows > 2 && rows * 2 > lines.length;
}

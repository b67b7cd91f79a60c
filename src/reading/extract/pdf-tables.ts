import { joinLines } from './join-lines.ts';
import { type Cell, cellsOf, type PdfLine } from './pdf-lines.ts';
import { rowText } from './tidy-text.ts';

export interface Table {
  length: number;
  text: string;
}

const overlap = (a: Cell, b: Cell) => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > 0;
const areAligned = (above: Cell[], below: Cell[]) =>
  below.slice(1).some((cell) => above.slice(1).some((other) => overlap(cell, other)));

/** At least two rows with aligned cells; null for none. */
export function tableAt(lines: PdfLine[], start: number, words: Set<string>): Table | null {
  const first = lines[start]!;
  if (first.cells.length < 2) return null;
  let end = start + 1;
  const starts = first.cells.map((cell) => cell.x0);
  let lastRow = first;
  let rows = 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end]!;
    const before = lines[end - 1]!;
    if (line.column !== first.column || line.y - before.y > 3.5 * first.size) break;
    if (continuesRow(line, before, lastRow, cellsOf(lastRow.runs, starts))) continue;
    if (line.cells.length < 2 || !areAligned(lastRow.cells, line.cells)) break;
    lastRow = line;
    rows += 1;
  }
  if (rows < 2) return null;
  return { length: end - start, text: tableText(lines.slice(start, end), words) };
}

const orders = (line: PdfLine) => line.runs.map((run) => run.order);

/** Close to the previous line, and drawn before the row's last cell or without a first column. */
function continuesRow(line: PdfLine, before: PdfLine, row: PdfLine, rowCells: Cell[]): boolean {
  if (line.y - before.y > 1.35 * line.size) return false;
  const isUnder = (cell: Cell, others: Cell[]) => others.some((other) => Math.abs(other.x0 - cell.x0) < 2);
  const wasDrawnWithin = Math.min(...orders(line)) < Math.max(...orders(row));
  return line.cells.every((cell) => isUnder(cell, wasDrawnWithin ? rowCells : rowCells.slice(1)));
}

function tableText(lines: PdfLine[], words: Set<string>): string {
  const widest = lines.reduce((a, b) => (b.cells.length > a.cells.length ? b : a));
  const starts = widest.cells.map((cell) => cell.x0);
  const rows: Cell[][] = [];
  let row = lines[0]!;
  lines.forEach((line, index) => {
    const cells = cellsOf(line.runs, starts);
    if (index > 0 && continuesRow(line, lines[index - 1]!, row, rows.at(-1)!)) {
      for (const cell of cells) appendUnder(rows.at(-1)!, cell, words);
      return;
    }
    row = line;
    rows.push(cells);
  });
  return rows.map((row) => rowText(row.map((cell) => cell.text))).join('\n');
}

function appendUnder(row: Cell[], cell: Cell, words: Set<string>): void {
  const target = row.find((other) => Math.abs(other.x0 - cell.x0) < 2) ?? row.at(-1)!;
  target.text = joinLines(target.text, cell.text, words);
}

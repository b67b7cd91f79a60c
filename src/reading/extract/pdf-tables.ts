import { type Cell, cellsOf, overlap, type PdfLine, type Span } from './pdf-lines.ts';
import { rowsIn } from './pdf-table-rows.ts';
import { rowText } from './tidy-text.ts';

export interface Table {
  length: number;
  text: string;
  columns: readonly Span[];
  goesOn: boolean;
}

const areAligned = (columns: readonly Span[], cells: readonly Cell[]) =>
  cells.slice(1).some((cell) => columns.slice(1).some((other) => overlap(cell, other) > 0));
const isNear = (line: PdfLine, before: PdfLine) =>
  line.column === before.column && line.y - before.y <= 1.35 * Math.max(line.size, before.size);
const isRow = ({ cells }: PdfLine) => cells.length > 1;

const COLUMNS_MAX = 64;
const ROW_LINES_MAX = 30;

/** At least two rows with aligned cells, or one that goes on with the columns `above`; null for none. */
export function tableAt(
  lines: PdfLine[],
  start: number,
  { words, above }: { words: Set<string>; above?: readonly Span[] | undefined },
): Table | null {
  const first = lines[start]!;
  if (!isRow(first) || first.cells.length > COLUMNS_MAX) return null;
  const own = [first];
  const described = new Map<PdfLine, PdfLine>();
  const goesOn = above !== undefined && first.cells.length <= above.length && areAligned(above, first.cells);
  let columns = goesOn ? above.map((column) => ({ ...column })) : columnsOf(own);
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at]!;
    const isApart = line.column !== first.column || line.y - own.at(-1)!.y > 3.5 * first.size;
    if (isApart || line.cells.length > COLUMNS_MAX) break;
    const entry = isRow(line) ? null : entryOf(line, own, columns);
    if (entry) described.set(line, entry);
    else if (isRow(line) ? !areAligned(columns, line.cells) : !isPartOfRow(lines, at, own, columns)) break;
    own.push(line);
    if (line.cells.length > columns.length) columns = columnsOf(own.filter((one) => !described.has(one)));
    else if (!entry) widen(columns, line.cells);
  }
  // A note below the table.
  if (new Set(described.values()).size === 1) while (described.delete(own.at(-1)!)) own.pop();
  const least = goesOn ? 1 : 2;
  if (own.filter(isRow).length < least) return null;
  const rows = rowsIn({ lines: own, described, columns }, words);
  return rows.length < least ? null : { length: own.length, text: rows.map(rowText).join('\n'), columns, goesOn };
}

/** Those of the line with the most cells, as wide as all cells that are in no other column. */
function columnsOf(lines: PdfLine[]): Span[] {
  const widest = lines.reduce((a, b) => (b.cells.length > a.cells.length ? b : a));
  const columns = widest.cells.map(({ x0, x1 }) => ({ x0, x1 }));
  for (const { cells } of lines) widen(columns, cells);
  return columns;
}

function widen(columns: Span[], cells: readonly Cell[]): void {
  for (const cell of cells) {
    const [column, ...others] = columns.filter((one) => overlap(cell, one) > 0);
    if (!column || others.length > 0) continue;
    column.x0 = Math.min(column.x0, cell.x0);
    column.x1 = Math.max(column.x1, cell.x1);
  }
}

/** The row with a price that a line below it in other letters describes: `com farofa e vinagrete`; null for none. */
function entryOf(line: PdfLine, own: PdfLine[], columns: Span[]): PdfLine | null {
  const entry = own.findLast(isRow)!;
  const isOther = line.size < 0.95 * entry.size || (entry.bold && !line.bold);
  const isPriced = /\d$/.test(entry.text);
  return isOther && isPriced && isNear(line, own.at(-1)!) && Math.abs(line.x0 - columns[0]!.x0) < 2 ? entry : null;
}

/** Of the distance between rows: nearer lines are of the same row. */
const TIGHT = 0.8;
const pitchOf = ([first, ...others]: PdfLine[]) =>
  others.length > 0 ? Math.min(...others.map((row, at) => row.y - (others[at - 1] ?? first!).y)) : 0;

const firstOrder = ({ cells }: PdfLine) => Math.min(...cells.map(({ order }) => order));
const lastOrder = ({ runs }: PdfLine) => Math.max(...runs.map(({ order }) => order));

/** A line of wrapped cells: below the row's first line, or above the other cells if these stand at its middle or end. */
function isPartOfRow(lines: PdfLine[], start: number, own: PdfLine[], columns: Span[]): boolean {
  const line = lines[start]!;
  const places = cellsOf(line.runs, columns).map((cell) =>
    columns.flatMap((column, index) => (overlap(cell, column) > 0 ? [index] : [])),
  );
  if (places.some(({ length }) => length !== 1)) return false;
  const at = places[0]![0]!;
  const isDrawnBefore = (one: PdfLine, other: PdfLine) => lastOrder(one) < firstOrder(other);
  const isWithin =
    at > 0 ||
    own.slice(-ROW_LINES_MAX).some((other) => !isDrawnBefore(other, line)) ||
    line.y - own.at(-1)!.y < TIGHT * pitchOf(own.filter(isRow));
  if (isWithin && isNear(line, own.at(-1)!)) return true;
  const next = lines.slice(start + 1, start + 1 + ROW_LINES_MAX);
  const far = next.findIndex((other, index) => !isNear(other, next[index - 1] ?? line));
  const below = far < 0 ? next : next.slice(0, far);
  if (at > 0) return below.some((other) => isRow(other) && firstOrder(other) < firstOrder(line));
  const [second] = below;
  if (second && isRow(second) && /^\p{Ll}/u.test(second.text) && Math.abs(second.x0 - line.x0) < 2) return true;
  const isSameCell = (other: PdfLine, index: number) =>
    isDrawnBefore(line, other) && below.slice(0, index).some((row) => isDrawnBefore(other, row));
  return below.some(isSameCell);
}

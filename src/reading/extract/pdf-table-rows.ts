import { joinLines } from './join-lines.ts';
import { type Cell, cellsOf, overlap, type PdfLine, type Span } from './pdf-lines.ts';

interface TableLines {
  lines: PdfLine[];
  /** The lines that describe the entry of a row, which stands above them. */
  described: ReadonlyMap<PdfLine, PdfLine>;
  columns: Span[];
}

/** What a line has of a cell. */
interface Piece extends Cell {
  column: number;
  line: PdfLine;
}
type Row = Piece[];

const NAME = 0;
const hasName = (row: Row) => has(row, NAME);
const has = (row: Row, column: number) => row.some((piece) => piece.column === column);
const topOf = (row: Row) => Math.min(...row.map(({ line }) => line.y));
const bottomOf = (row: Row) => Math.max(...row.map(({ line }) => line.y));

/** The texts of each row in order of the columns, of which descriptions are the second one. */
export function rowsIn({ lines, described, columns }: TableLines, words: Set<string>): string[][] {
  const pieces = lines.flatMap((line) =>
    described.has(line)
      ? line.cells.map((cell) => ({ ...cell, line, column: columns.length }))
      : piecesOf(line, columns),
  );
  const drawn = rowsOf(pieces.toSorted((a, b) => a.order - b.order));
  const rows = joinWrapped(joinHeader(areInOrder(drawn) ? drawn : rowsOf(pieces), columns));
  const order = columns.map((_, at) => at);
  if (described.size > 0) order.splice(1, 0, columns.length);
  return rows.map((row) =>
    order.map((at) =>
      row
        .filter(({ column }) => column === at)
        .reduce((text, piece) => (text === '' ? piece.text : joinLines(text, piece.text, words)), ''),
    ),
  );
}

/** Each cell in a column of its own, as near as possible. */
function piecesOf(line: PdfLine, columns: readonly Span[]): Piece[] {
  const cells = cellsOf(line.runs, columns);
  let from = 0;
  return cells.map((cell, at) => {
    const last = Math.max(from, columns.length - (cells.length - at));
    let column = Math.min(from, columns.length - 1);
    for (let other = column + 1; other <= last && other < columns.length; other += 1)
      if (overlap(cell, columns[other]!) > overlap(cell, columns[column]!)) column = other;
    from = column + 1;
    return { ...cell, line, column };
  });
}

/** The cells of a row are drawn one after the other, each with all its lines. */
function rowsOf(pieces: readonly Piece[]): Row[] {
  const rows: Row[] = [];
  for (const piece of pieces) {
    const row = rows.at(-1);
    const isSame = row && piece.column >= row.at(-1)!.column && piece.line.y - bottomOf(row) <= 1.35 * piece.line.size;
    if (isSame) row.push(piece);
    else rows.push([piece]);
  }
  return rows;
}

function areInOrder(rows: readonly Row[]): boolean {
  return rows.slice(1).every((row, at) => {
    const above = rows[at]!;
    const isBelow = ({ column, line }: Piece) =>
      above.every((other) => other.column !== column || other.line.y < line.y);
    return topOf(row) > topOf(above) && row.every(isBelow);
  });
}

/** A second row of names that has no name itself, or is bold as the first one: `Hatch | Sedan` below `Valor (R$)`. */
function joinHeader(rows: Row[], columns: readonly Span[]): Row[] {
  const [groups = [], names = [], ...others] = rows;
  const all = [...groups, ...names];
  const isHeader = hasName(names) ? all.every(({ line }) => line.bold) : all.every(({ text }) => !/\d/.test(text));
  const isGrouped = names.some(({ column }) => !has(groups, column));
  if (others.length === 0 || !isHeader || !isGrouped) return rows;
  const distance = (group: Piece, at: number) => -overlap(group, columns[at]!);
  const header = columns.flatMap((_, at) => {
    const own = names.filter(({ column }) => column === at);
    const above = groups.filter(({ column }) => column === at);
    const [nearest] = groups
      .filter(({ column }) => has(names, column))
      .toSorted((a, b) => distance(a, at) - distance(b, at));
    const isCovered = at !== NAME && above.length === 0 && own.length > 0 && nearest;
    return [...(isCovered ? [{ ...nearest, column: at }] : above), ...own];
  });
  return [header, ...others];
}

/** From the cells above its own, or else from the row. */
function gapBetween(above: Row, row: Row): number {
  const gaps = row.flatMap(({ column, line }) => {
    const own = above.filter((piece) => piece.column === column);
    return own.length > 0 ? [line.y - bottomOf(own)] : [];
  });
  return gaps.length > 0 ? Math.min(...gaps) : topOf(row) - bottomOf(above);
}

/** What stands lower than the other cells, at the middle of several rows, and the name of more than one cell. */
function sharedBy(above: Row, row: Row): Row {
  const isLower = ({ line }: Piece) => line.y - topOf(above) > 0.3 * line.size;
  return above.filter(
    (piece) => !has(row, piece.column) && (isLower(piece) || (piece.column === NAME && row.length > 1)),
  );
}

/** Rows without a name go on with the one above, or are further rows with its name: `Segunda | 8h | Ioga`, `9h | Pilates`. */
function joinWrapped(rows: readonly Row[]): Row[] {
  const gaps = rows.map((row, at) => (at > 0 ? gapBetween(rows[at - 1]!, row) : Infinity));
  const usual = Math.min(...gaps.filter((_, at) => at > 0 && hasName(rows[at]!) && hasName(rows[at - 1]!)));
  const joined: Row[] = [];
  rows.forEach((row, at) => {
    const above = joined.at(-1);
    const gap = gaps[at]!;
    const isNear = gap <= 1.35 * row[0]!.line.size;
    const isWrapped = row.length === 1 || gap < 0.95 * usual || row.some(({ text }) => /^\p{Ll}/u.test(text));
    if (!above || (hasName(row) && row.some(({ column }) => column !== NAME))) joined.push(row);
    else if (isNear && isWrapped) above.push(...row);
    else joined.push([...sharedBy(above, row), ...row]);
  });
  return joined;
}

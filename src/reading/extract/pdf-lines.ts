import { columnsOf, rowsOf, type RunRow } from './pdf-columns.ts';
import type { TextRun } from './pdf-page.ts';
import { tidy } from './tidy-text.ts';

export interface Span {
  x0: number;
  x1: number;
}

/** Negative for a distance. */
export const overlap = (a: Span, b: Span): number => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);

export interface Cell extends Span {
  text: string;
  /** In which it was drawn. */
  order: number;
}

/** `left` and `right` are the column's edges. */
export interface PdfLine {
  page: number;
  column: number;
  y: number;
  x0: number;
  x1: number;
  left: number;
  right: number;
  size: number;
  bold: boolean;
  text: string;
  /** Separated by wide gaps, as in a table; one for a plain line. */
  cells: Cell[];
  runs: TextRun[];
}

/** Also arrows, check marks, crosses and pictures. */
export const LIST_MARK = /^(?:[•◦▪▫‣⁃∙·*–—→»-]|(?![©®°])\p{So}\ufe0f?|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])$/iu;
const LEADERS = /^[.…·_\s]{3,}$/;
/** Of the size, between words that stand apart, and in different columns. */
const CELL_GAP = 1.8;
const COLUMN_GAP = 0.6;
const isBetween = (column: Span, cell: Span, run: Span) => overlap(column, cell) <= 0 && overlap(column, run) > 0;

export function linesOf(placed: TextRun[], page: number, firstColumn: number): PdfLine[] {
  return columnsOf(placed).flatMap((runs, index) => {
    const left = Math.min(...runs.map((run) => run.x0));
    const right = Math.max(...runs.map((run) => run.x1));
    return rowsOf(runs).flatMap((row) => {
      const line = lineOf(row);
      return line.text === '' ? [] : [{ ...line, page, column: firstColumn + index, left, right }];
    });
  });
}

function lineOf(row: RunRow): Omit<PdfLine, 'page' | 'column' | 'left' | 'right'> {
  const cells = cellsOf(row);
  const longest = row.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  return {
    y: longest.y,
    x0: row[0]!.x0,
    x1: row.at(-1)!.x1,
    size: longest.size,
    bold: row.every((run) => run.bold || !/[\p{L}\p{N}]/u.test(run.text)) && row.some((run) => run.bold),
    text: tidy(cells.map((cell) => cell.text).join(' ')),
    cells,
    runs: row,
  };
}

/** At wide gaps and where columns begin. */
export function cellsOf(row: RunRow, columns: readonly Span[] = []): Cell[] {
  const cells: Cell[] = [];
  const starts = columns.map(({ x0 }) => x0);
  let isCut = true;
  for (const run of starts.length > 0 ? row.flatMap((run) => cutAt(run, starts)) : row) {
    if (LEADERS.test(run.text)) {
      isCut = true;
      continue;
    }
    const cell = cells.at(-1);
    const gap = cell ? run.x0 - cell.x1 : 0;
    const isSeparateCell = gap > CELL_GAP * run.size && !LIST_MARK.test(cell?.text.trim() ?? '');
    const isAtStart = gap > -2 && starts.some((start) => Math.abs(start - run.x0) < 2);
    const isInNext = cell && gap > COLUMN_GAP * run.size && columns.some((one) => isBetween(one, cell, run));
    if (!cell || isCut || isSeparateCell || isAtStart || isInNext)
      cells.push({ text: run.text, x0: run.x0, x1: run.x1, order: run.order });
    else {
      cell.text += (run.spaced || gap > 0.15 * run.size ? ' ' : '') + run.text;
      cell.x1 = Math.max(cell.x1, run.x1);
    }
    isCut = false;
  }
  return cells.flatMap((cell) => {
    const text = tidy(cell.text.replace(/\.{5,}|(?: \.){4,}/g, ' '));
    return text ? [{ ...cell, text }] : [];
  });
}

/** Cells that nearly touch are drawn as one run ("cura1 kg"). */
function cutAt(run: TextRun, starts: number[]): TextRun[] {
  const start = starts.find((x) => x > run.x0 + 2 && x < run.x1 - 2);
  if (start === undefined) return [run];
  const guess = ((start - run.x0) / (run.x1 - run.x0)) * run.text.length;
  const seams = [...run.text.matchAll(/(?<=[\p{Ll}\d)%])(?=\p{Lu})|(?<=[\p{L})%])(?=\d)/gu)].map(
    (match) => match.index,
  );
  const seam = seams.find((at) => Math.abs(at - guess) <= 4);
  if (seam === undefined) return [run];
  const rest = { ...run, text: run.text.slice(seam), x0: start };
  return [{ ...run, text: run.text.slice(0, seam), x1: start }, ...cutAt(rest, starts)];
}

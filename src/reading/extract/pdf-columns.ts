import type { TextRun } from './pdf-page.ts';

export type RunRow = TextRun[];

export function rowsOf(runs: TextRun[]): RunRow[] {
  const rows: { y: number; size: number; runs: TextRun[] }[] = [];
  for (const run of [...runs].sort((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const row = rows.at(-1);
    if (row && Math.abs(run.y - row.y) <= 0.4 * Math.max(run.size, row.size)) {
      row.runs.push(run);
      // Takes the baseline of the largest run: a superscript must not shift it.
      if (run.size > row.size) Object.assign(row, { y: run.y, size: run.size });
    } else rows.push({ y: run.y, size: run.size, runs: [run] });
  }
  return rows.map((row) => row.runs.sort((a, b) => a.x0 - b.x0));
}

const DEPTH_MAX = 4;
const ROWS_MIN = 3;

/** In reading order: the text above, the left column, the right column, the rest. */
export function columnsOf(runs: TextRun[], depth = 0): TextRun[][] {
  if (runs.length === 0) return [];
  if (depth >= DEPTH_MAX || runs.length < 2 * ROWS_MIN) return [runs];
  const rows = rowsOf(runs);
  const split = bestSplit(rows);
  if (!split) return [runs];
  const parts = [rows.slice(0, split.from).flat(), split.left, split.right, rows.slice(split.to).flat()];
  return parts.flatMap((part) => columnsOf(part, depth + 1));
}

interface Split {
  /** The rows from `from` (inclusive) to `to` (exclusive) are in two columns. */
  from: number;
  to: number;
  left: TextRun[];
  right: TextRun[];
  weight: number;
}

function bestSplit(rows: RunRow[]): Split | null {
  const splits = gutters(rows).flatMap((x) => bandsBeside(rows, x));
  return splits.reduce<Split | null>((best, split) => (best && best.weight >= split.weight ? best : split), null);
}

/** Positions at which several rows continue after a gap. */
function gutters(rows: RunRow[]): number[] {
  const left = Math.min(...rows.map((row) => row[0]!.x0));
  const right = Math.max(...rows.flat().map((run) => run.x1));
  const counts = new Map<number, number>();
  for (const row of rows) {
    row.forEach((run, index) => {
      const before = row[index - 1];
      const startsCell = before ? run.x0 - before.x1 > 0.4 * run.size : true;
      const isInside = run.x0 > left + 0.15 * (right - left) && run.x0 < right - 0.1 * (right - left);
      if (!startsCell || !isInside) return;
      const x = Math.round(run.x0 / 2) * 2;
      counts.set(x, (counts.get(x) ?? 0) + 1);
    });
  }
  const common = [...counts].filter(([, count]) => count >= ROWS_MIN).sort((a, b) => b[1] - a[1]);
  return common.slice(0, 8).map(([x]) => x);
}

function bandsBeside(rows: RunRow[], x: number): Split[] {
  const crosses = (row: RunRow) => row.some((run) => run.x0 < x - 3 && run.x1 > x - 2);
  const splits: Split[] = [];
  let from = 0;
  for (let at = 0; at <= rows.length; at += 1) {
    if (at < rows.length && !crosses(rows[at]!)) continue;
    const whole = splitBand(rows, from, at, x);
    const parts = whole ? [whole] : sectionsOf(rows, from, at).map((part) => splitBand(rows, ...part, x));
    for (const split of parts) if (split) splits.push(split);
    from = at + 1;
  }
  return splits;
}

/** Of rows between wide gaps: columns may stand above a table. */
function sectionsOf(rows: RunRow[], from: number, to: number): [from: number, to: number][] {
  const cuts = rows
    .slice(from, to)
    .flatMap(([run], at) => (at > 0 && run!.y - rows[from + at - 1]![0]!.y > 2.2 * run!.size ? [from + at] : []));
  return [from, ...cuts].map((start, at) => [start, cuts[at] ?? to]);
}

const isLineBelow = ([above]: RunRow, [own]: RunRow) =>
  own!.size === above!.size && own!.bold === above!.bold && own!.y - above!.y <= 1.5 * own!.size;

function splitBand(rows: RunRow[], first: number, end: number, x: number): Split | null {
  if (end - first < ROWS_MIN) return null;
  const isRight = (run: TextRun) => run.x0 >= x - 3;
  const orders = (side: boolean) =>
    rows
      .slice(first, end)
      .flat()
      .filter((run) => isRight(run) === side)
      .map((run) => run.order);
  const lastOfRight = Math.max(...orders(true));
  const firstOfLeft = Math.min(...orders(false));
  let [from, to] = [first, end];
  // Excludes single-column lines by drawing order: those below the columns are drawn after them, those above before.
  while (to > from && rows[to - 1]!.every((run) => !isRight(run) && run.order > lastOfRight)) to -= 1;
  while (to > from && rows[from]!.every((run) => isRight(run) && run.order < firstOfLeft)) from += 1;
  // The end of a paragraph above the columns.
  while (from > 0 && from < to && !rows[from]!.some(isRight) && isLineBelow(rows[from - 1]!, rows[from]!)) from += 1;
  const band = rows.slice(from, to);
  const left = band.map((row) => row.filter((run) => !isRight(run))).filter((row) => row.length > 0);
  const right = band.map((row) => row.filter(isRight)).filter((row) => row.length > 0);
  if (!areColumns(left, right)) return null;
  const runs = [left.flat(), right.flat()] as const;
  return { from, to, left: runs[0], right: runs[1], weight: Math.min(charsOf(runs[0]), charsOf(runs[1])) };
}

const charsOf = (runs: TextRun[]) => runs.reduce((sum, run) => sum + run.text.length, 0);
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Columns are drawn one after the other and filled with prose, a table row by row with short cells. */
function areColumns(left: RunRow[], right: RunRow[]): boolean {
  if (left.length < ROWS_MIN || right.length < ROWS_MIN) return false;
  const sided = [
    ...left.flat().map((run) => [run.order, 0] as const),
    ...right.flat().map((run) => [run.order, 1] as const),
  ];
  sided.sort((a, b) => a[0] - b[0]);
  const switches = sided.filter(([, side], index) => index > 0 && side !== sided[index - 1]![1]).length;
  const chars = [left, right].map((rows) => median(rows.map(charsOf)));
  const isDrawnInColumns = switches <= 1 + 0.15 * Math.min(left.length, right.length);
  if (isDrawnInColumns) return Math.min(...chars) >= 12;
  return Math.min(...chars) >= 28 && isFilled(left) && isFilled(right);
}

function isFilled(rows: RunRow[]): boolean {
  const widths = rows.map((row) => row.at(-1)!.x1 - row[0]!.x0);
  return median([...widths]) >= 0.7 * Math.max(...widths);
}

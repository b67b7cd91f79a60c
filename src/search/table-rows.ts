import { daysIn } from './facts/opening-hours.ts';

const CELL_SEPARATOR = ' | ';
const TITLE_MAX = 60;

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

/** `COLORAÇÃO` between the rows of a table. */
const isTitle = (line: string) => line.length <= TITLE_MAX && /^\p{Lu}[^|\d.:;!?]*$/u.test(line);

/** Down to the end of the table or the next title. */
function rowsBelow(text: string, at: number, width: number): string[][] {
  const rows: string[][] = [];
  for (let start = at; start < text.length;) {
    const line = lineAt(text, start);
    const cells = cellsOf(text.slice(line.start, line.end));
    if (cells.length !== width) break;
    rows.push(cells);
    start = line.end + 1;
  }
  return rows;
}

/** Returns the table row at an offset of a text; null if there is no table. */
export function rowAt(text: string, at: number): TableRow | null {
  const own = lineAt(text, at);
  const line = text.slice(own.start, own.end);
  if (!isRow(line)) return null;
  const cells = cellsOf(line);
  const lines = [{ ...own, cells }];
  for (let { start } = own; start > 0;) {
    let before = lineAt(text, start - 1);
    if (before.start > 0 && isTitle(text.slice(before.start, before.end))) {
      // Below it, another table may begin.
      const [first = [], ...others] = rowsBelow(text, start, cells.length);
      if (others.length > 0 && isHeading(first, others)) break;
      before = lineAt(text, before.start - 1);
    }
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

/** `Integral` of `Integral (10h)`. */
const withoutNote = (cell: string) => cell.replace(/\([^()]*\)/g, '');

/** `Seg a sex até 17h` above prices only, and `Opção 1` above what there is on each day. */
function isAbovePricesOrDays(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  const [corner = '', ...names] = first;
  const isPriced = (cell: string) => /R\$|\d,\d{2}/.test(cell);
  if (DAY.test(corner) || !names.every((cell) => /\p{L}/u.test(cell) && !isPriced(cell))) return false;
  return (
    others.every((cells) => DAY.test(cells[0]!)) ||
    others.every((cells) => cells.some(isPriced) && cells.slice(1).every((cell) => isPriced(cell) || !isFilled(cell)))
  );
}

/**
 * No figures, and the table has more than two columns or at least half of the other rows contain digits. With digits
 * (`2x por semana`), the other rows must have figures.
 */
function isHeading(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  if (first.some((cell) => /\d/.test(cell))) {
    if (isAbovePricesOrDays(first, others)) return true;
    const areNames = first.every(
      (cell, at) => (at === 0 && cell === '') || (/\p{L}/u.test(cell) && !IS_FIGURE.test(withoutNote(cell))),
    );
    return areNames && others.every((cells) => cells.some((cell) => IS_FIGURE.test(cell)));
  }
  const withFigures = others.filter((cells) => cells.some((cell) => /\d/.test(cell))).length;
  return first.length > 2 || withFigures * 2 >= others.length;
}

/** A cell that states something itself and names nothing: `ter a sex 10h–20h`, `40 pessoas - 2.890`, `500 ml 14,90`. */
const IS_VALUE = /\d\s?h|R\$|\s[-–—]\s*\d[\d.,]*$|\d,\d{2}$/;
/** `Rua das Flores, 12 | (11) 3333-4444`: neither names the other. */
const isContact = (cell: string) => /\d{4}[-\s]?\d{4}|@/.test(cell);
/** `QJ-101`: says nothing to a visitor by itself. */
const IS_CODE = /^[\p{Lu}#ºª.]{1,4}[\s.\-/]?\d[\d\p{Lu}.\-/]*$/u;

/** Says what its row is about: not a figure, a price, an hour or a code. */
const isNaming = (cell: string) =>
  /\p{L}{2}/u.test(cell) && !/^\d(?!\d?[.)]\s)/.test(cell) && !IS_VALUE.test(cell) && !IS_CODE.test(cell);

/** `Preço` within a sentence; abbreviations such as `CEP` stay. */
const inSentence = (name: string) =>
  /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLocaleLowerCase('pt-BR') + name.slice(1);

const LIST = new Intl.ListFormat('pt-BR');

/** A text that needs no name of its column. */
const TEXT_MIN = 40;

const nameOf = (header: readonly string[] | null, at: number) => header?.[at]?.replace(/:$/, '') ?? '';

const DAY = /^(?:segunda|ter[cç]a|quarta|quinta|sexta|s[aá]bado|domingo|seg|ter|qua|qui|sex|s[aá]b|dom)\b/i;
/** A column for each day. */
const isWeekly = (header: readonly string[]) => header.filter((name) => DAY.test(name)).length > 2;

export interface WeeklyRow extends TableRow {
  /** Of each column. */
  days: readonly (readonly number[])[];
}

/** Null if the columns are no days. */
export const weeklyRow = (row: TableRow | null): WeeklyRow | null =>
  row?.header != null && row.header !== row.cells && isWeekly(row.header)
    ? { ...row, days: row.header.map((name) => daysIn(`${name}:`)) }
    : null;

/** The cell that says what the row is about, with the name of its column if it is a figure or a code; null without one. */
function subjectOf({ cells, header }: TableRow): { at: number; text: string } | null {
  const [first = ''] = cells;
  if (header === null) return IS_VALUE.test(first) || cells.some(isContact) ? null : { at: 0, text: first };
  // `7h` of a timetable.
  if (isWeekly(header)) return { at: 0, text: first };
  const at = cells.findIndex(isNaming);
  return at < 0 ? { at: 0, text: `${nameOf(header, 0)} ${first}`.trim() } : { at, text: cells[at]! };
}

/** Not only a dash. */
export const isFilled = (cell: string): boolean => /[\p{L}\d✓✔✅x]/iu.test(cell);

/** Tells a row as a sentence: `Queijo minas: peso 500 g e preço R$ 28,50`. */
export function renderRow(row: TableRow): string {
  const { cells, header } = row;
  const subject = subjectOf(row);
  const isPair = cells.length === 2;
  const others = cells.flatMap((cell, at) => {
    if (at === subject?.at || !isFilled(cell)) return [];
    const name = nameOf(header, at);
    const isClear = isPair && (!/\d/.test(cell) || IS_VALUE.test(cell) || cell.length >= TEXT_MIN);
    return name === '' || isClear ? cell : `${inSentence(name)} ${cell}`;
  });
  // `Serve 3 pessoas; R$ 128`
  const isDescribed = header === null && /^(?!.*R\$)\p{L}/u.test(others[0] ?? '') && /R\$/.test(others.at(-1)!);
  const isListed = isDescribed || cells.some((cell, at) => at !== subject?.at && /[,;]\s|\se\s/.test(cell));
  const told = isListed ? others.join('; ') : LIST.format(others);
  if (!subject?.text || told === '') return `${subject?.text ?? ''}${told}`;
  return `${subject.text}${/[?!.:]$/.test(subject.text) ? '' : ':'} ${told}`;
}

export function isMostlyTable(text: string): boolean {
  const lines = text.split('\n');
  const rows = lines.filter(isRow).length;
  return rows > 2 && rows * 2 > lines.length;
}

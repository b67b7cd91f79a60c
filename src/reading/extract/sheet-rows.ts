import { ExtractError } from './extract-error.ts';
import { readXml } from './sheet-xml.ts';

export interface SheetRow {
  line: number;
  cells: string[];
  /** The columns whose cell is merged with the one above. */
  merged?: number[];
}

/** Above it, a file is not read at all; below, the rows above the allowed number are refused one by one. */
const ROWS_MAX = 20_000;
const COLUMNS_MAX = 256;
const YES_NO: Record<string, string> = { 0: 'FALSO', 1: 'VERDADEIRO' };

export interface SheetContext {
  strings: readonly string[];
  show(number: number, style: number): string;
  found: { rows: number };
}

interface OpenCell {
  column: number;
  type: string;
  style: number;
  value: string;
}

function placeOf(address: string): { column: number; row: number } {
  const [, letters = '', row = ''] = /^\s*([a-z]+)(\d+)/i.exec(address) ?? [];
  const column = [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { column, row: Number(row) };
}

function textOf({ type, value, style }: OpenCell, { strings, show }: SheetContext): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return YES_NO[value.trim()] ?? '';
  // A formula that failed.
  if (type === 'e') return '';
  if (type === 'str' || type === 'inlineStr') return value;
  if (type === 'd') return value.replace(/^(\d{4})-(\d\d)-(\d\d)(?:T00:00(?::00)?)?(?:\.0+)?Z?$/, '$3/$2/$1');
  const number = Number(value);
  return value.trim() === '' || Number.isNaN(number) ? '' : show(number, style);
}

/** The rows of a sheet, and which of them and of its columns are hidden. */
export interface SheetRows {
  rows: SheetRow[];
  /** Numbers in the sheet. */
  hiddenRows: number[];
  /** Counted from 0. */
  hiddenColumns: number[];
}

const isYes = (value: string | undefined) => /^(?:1|true)$/.test(value ?? '');

/** Excel writes the characters that XML cannot have as `_x000D_`. */
const withoutEscapes = (text: string) =>
  text
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')
    .replace(/\n{2,}/g, '\n');

/** A formula is read as its last result. Throws `ExtractError` `too_complex` beyond the limits. */
export function readSheetRows(xml: string, context: SheetContext): SheetRows {
  const rows = new Map<number, string[]>();
  const hidden = new Set<number>();
  const hiddenColumns = new Set<number>();
  const merges: string[] = [];
  let row = 0;
  let cell: OpenCell | null = null;
  let nextColumn = 0;
  let isValue = false;
  readXml(xml, {
    onOpen: (name, attributes) => {
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1);
        nextColumn = 0;
        if (isYes(attributes.hidden)) hidden.add(row);
      } else if (name === 'col' && isYes(attributes.hidden)) {
        const last = Math.min(Number(attributes.max), COLUMNS_MAX);
        for (let column = Number(attributes.min) - 1; column < last; column += 1) hiddenColumns.add(column);
      } else if (name === 'c') {
        const column = attributes.r === undefined ? nextColumn : placeOf(attributes.r).column;
        nextColumn = column + 1;
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' };
      } else if (name === 'v' || name === 't') isValue = true;
      else if (name === 'rPh') isValue = false;
      else if (name === 'mergeCell') merges.push(attributes.ref ?? '');
    },
    onText: (text) => {
      if (cell && isValue) cell.value += text;
    },
    onClose: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      if (name !== 'c' || !cell) return;
      const text = withoutEscapes(textOf(cell, context)).replaceAll('\0', '').trim().toWellFormed();
      if (text !== '') put(rows, row, cell.column, text);
      cell = null;
    },
  });
  context.found.rows += rows.size;
  if (context.found.rows > ROWS_MAX) throw new ExtractError('too_complex');
  const merged = fillMerged(rows, merges);
  const filled = [...rows].sort(([a], [b]) => a - b);
  return {
    rows: filled.map(([line, cells]) => ({
      line,
      cells: Array.from(cells, (text) => text ?? ''),
      ...(merged.has(line) && { merged: merged.get(line)! }),
    })),
    hiddenRows: [...hidden].filter((line) => rows.has(line)),
    hiddenColumns: [...hiddenColumns].filter((column) => filled.some(([, cells]) => cells[column])),
  };
}

function put(rows: Map<number, string[]>, row: number, column: number, text: string): void {
  if (column >= COLUMNS_MAX || row > ROWS_MAX) throw new ExtractError('too_complex');
  const cells = rows.get(row) ?? [];
  cells[column] = text;
  rows.set(row, cells);
}

function fillMerged(rows: Map<number, string[]>, merges: readonly string[]): Map<number, number[]> {
  const covered = new Map<number, number[]>();
  for (const merge of merges) {
    const [from, to] = merge.split(':').map(placeOf);
    const text = from && rows.get(from.row)?.[from.column];
    if (!from || !to || !text) continue;
    for (let row = from.row + 1; row <= Math.min(to.row, ROWS_MAX); row += 1) {
      const cells = rows.get(row);
      if (!cells) continue;
      cells[from.column] = text;
      covered.set(row, [...(covered.get(row) ?? []), from.column]);
    }
  }
  return covered;
}

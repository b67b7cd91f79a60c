import { type GridText, withoutMergedColumns } from '../merged-columns.ts';
import { tidyText } from './inline-text.ts';
import { collapsed, eachElement, NO_ATTRIBUTES, type PageElement } from './page-tree.ts';
import { KIND } from './tags.ts';

const MAX_COLUMNS = 40;
const MAX_ROWS = 2_000;
const MAX_SPAN = 20;

function rowsOf(table: PageElement, rows: PageElement[] = []): PageElement[] {
  for (const child of table.children) {
    if (typeof child === 'string' || child.isDropped) continue;
    if (child.name === 'tr') rows.push(child);
    else if (child.name === 'thead' || child.name === 'tbody' || child.name === 'tfoot') rowsOf(child, rows);
  }
  return rows;
}

const isCell = ({ name, isDropped }: PageElement) => (name === 'td' || name === 'th') && !isDropped;

function cellsOf(row: PageElement): PageElement[] {
  const cells: PageElement[] = [];
  for (const child of row.children) if (typeof child !== 'string' && isCell(child)) cells.push(child);
  return cells;
}

function span({ attribs }: PageElement, name: 'rowspan' | 'colspan'): number {
  if (attribs === NO_ATTRIBUTES) return 1;
  return Math.min(Math.max(Number.parseInt(attribs[name] ?? '1', 10) || 1, 1), MAX_SPAN);
}

/** A single column, a single row without header cells, or tables or headings inside. */
export function isLayoutTable(table: PageElement): boolean {
  if (table.attribs !== NO_ATTRIBUTES && /^(?:presentation|none)$/.test(table.attribs.role ?? '')) return true;
  if (table.holds(KIND.tableOrHeading)) return true;
  const rows = rowsOf(table).slice(0, 20);
  if (rows.every((row) => cellsOf(row).length < 2)) return true;
  return rows.length === 1 && !table.holds(KIND.headerCell);
}

function alternativeText(cell: PageElement): string {
  const texts: string[] = [];
  eachElement(cell, ({ attribs }) => {
    const text = attribs.alt ?? attribs['aria-label'] ?? attribs.title;
    if (text) texts.push(collapsed(text));
  });
  return texts.join(' ');
}

/** So that each column has its whole name: `Diária Alta temporada`. */
function joinHeaders(rows: readonly PageElement[], lines: string[][]): string[][] {
  const isHeader = (row: PageElement | undefined) =>
    row !== undefined && cellsOf(row).length > 0 && cellsOf(row).every(({ name }) => name === 'th');
  const count = rows.findIndex((row) => !isHeader(row));
  if (count < 2 || count > 3 || lines.length <= count || lines[0]!.length !== lines[count - 1]!.length) return lines;
  const header = lines[0]!.map((_, at) => [...new Set(lines.slice(0, count).map((texts) => texts[at] ?? ''))]);
  return [header.map((texts) => texts.filter(Boolean).join(' ')), ...lines.slice(count)];
}

/** `a | b | c`. A cell that spans rows or columns is repeated, so that every line is complete. */
export function tableText(table: PageElement): string {
  const carried = new Map<number, { cell: GridText; left: number }>();
  const lines: GridText[][] = [];
  const rows = rowsOf(table).slice(0, MAX_ROWS);
  for (const row of rows) {
    const texts: GridText[] = [];
    const takeCarried = () => {
      if (carried.size === 0) return;
      for (
        let carriedCell = carried.get(texts.length);
        carriedCell && carriedCell.left > 0;
        carriedCell = carried.get(texts.length)
      ) {
        carriedCell.left--;
        texts.push(carriedCell.cell);
      }
    };
    const cells = cellsOf(row);
    for (const cell of cells) {
      takeCarried();
      const raw = tidyText(cell, ' ') || alternativeText(cell);
      const shown: GridText = { text: raw.includes('|') ? raw.replaceAll('|', '/') : raw };
      const height = span(cell, 'rowspan');
      const columns = cells.length === 1 && texts.length === 0 ? 1 : span(cell, 'colspan');
      for (let column = 0; column < columns && texts.length < MAX_COLUMNS; column++) {
        if (height > 1) carried.set(texts.length, { cell: shown, left: height - 1 });
        texts.push(shown);
      }
    }
    takeCarried();
    if (texts.some(({ text }) => text !== '')) lines.push(texts);
  }
  return joinHeaders(rows, withoutMergedColumns(lines))
    .map((texts) => texts.join(' | '))
    .join('\n');
}

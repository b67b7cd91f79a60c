import { tidyText } from './inline-text.ts';
import { NO_ATTRIBUTES, type PageElement } from './page-tree.ts';
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

/**
 * Whether a table is used for layout: it has a single column, a single row without header cells, or contains tables or
 * headings.
 */
export function isLayoutTable(table: PageElement): boolean {
  if (table.attribs !== NO_ATTRIBUTES && /^(?:presentation|none)$/.test(table.attribs.role ?? '')) return true;
  if (table.holds(KIND.tableOrHeading)) return true;
  const rows = rowsOf(table).slice(0, 20);
  if (rows.every((row) => cellsOf(row).length < 2)) return true;
  return rows.length === 1 && !table.holds(KIND.headerCell);
}

/**
 * Converts a table to lines of `a | b | c`. The text of a cell that spans rows or columns is repeated in each, so that
 * every line is complete. A cell that is alone in its row appears once.
 */
export function tableText(table: PageElement): string {
  const carried = new Map<number, { text: string; left: number }>();
  const lines: string[] = [];
  for (const row of rowsOf(table).slice(0, MAX_ROWS)) {
    const texts: string[] = [];
    const takeCarried = () => {
      if (carried.size === 0) return;
      for (
        let carriedCell = carried.get(texts.length);
        carriedCell && carriedCell.left > 0;
        carriedCell = carried.get(texts.length)
      ) {
        carriedCell.left--;
        texts.push(carriedCell.text);
      }
    };
    const cells = cellsOf(row);
    for (const cell of cells) {
      takeCarried();
      const raw = tidyText(cell, ' ');
      const text = raw.includes('|') ? raw.replaceAll('|', '/') : raw;
      const rows = span(cell, 'rowspan');
      const columns = cells.length === 1 && texts.length === 0 ? 1 : span(cell, 'colspan');
      for (let column = 0; column < columns && texts.length < MAX_COLUMNS; column++) {
        if (rows > 1) carried.set(texts.length, { text, left: rows - 1 });
        texts.push(text);
      }
    }
    takeCarried();
    if (texts.some((text) => text !== '')) lines.push(texts.join(' | '));
  }
  return lines.join('\n');
}

import { inlineText, tidy } from './inline-text.ts';
import { elementsOf, type PageElement } from './page-tree.ts';
import { KIND } from './tags.ts';

const MAX_COLUMNS = 40;
const MAX_ROWS = 2_000;
const MAX_SPAN = 20;

function rowsOf(table: PageElement): PageElement[] {
  const rows: PageElement[] = [];
  for (const child of elementsOf(table)) {
    if (child.isDropped) continue;
    if (child.name === 'tr') rows.push(child);
    else if (/^(?:thead|tbody|tfoot)$/.test(child.name)) rows.push(...rowsOf(child));
  }
  return rows;
}

const cellsOf = (row: PageElement) =>
  elementsOf(row).filter((cell) => (cell.name === 'td' || cell.name === 'th') && !cell.isDropped);

const span = (cell: PageElement, name: string) =>
  Math.min(Math.max(Number.parseInt(cell.attribs[name] ?? '1', 10) || 1, 1), MAX_SPAN);

/** Whether a table only places things on the page, as old pages do: one column, tables or headings or long text within. */
export function isLayoutTable(table: PageElement): boolean {
  if (/^(?:presentation|none)$/.test(table.attribs.role ?? '')) return true;
  if (table.holds(KIND.tableOrHeading)) return true;
  const rows = rowsOf(table).slice(0, 20);
  if (rows.every((row) => cellsOf(row).length < 2)) return true;
  return rows.length === 1 && !table.holds(KIND.headerCell);
}

/**
 * A table as lines of `a | b | c`. A cell that spans rows or columns is said again in each, so that every line can be
 * understood alone; a cell that spans the whole row is said once.
 */
export function tableText(table: PageElement): string {
  const carried = new Map<number, { text: string; left: number }>();
  const lines: string[] = [];
  for (const row of rowsOf(table).slice(0, MAX_ROWS)) {
    const texts: string[] = [];
    const takeCarried = () => {
      for (let held = carried.get(texts.length); held && held.left > 0; held = carried.get(texts.length)) {
        held.left--;
        texts.push(held.text);
      }
    };
    const cells = cellsOf(row);
    for (const cell of cells) {
      takeCarried();
      const text = tidy(inlineText(cell.children), ' ').replaceAll('|', '/');
      const columns = cells.length === 1 && texts.length === 0 ? 1 : span(cell, 'colspan');
      for (let column = 0; column < columns && texts.length < MAX_COLUMNS; column++) {
        if (span(cell, 'rowspan') > 1) carried.set(texts.length, { text, left: span(cell, 'rowspan') - 1 });
        texts.push(text);
      }
    }
    takeCarried();
    if (texts.some(Boolean)) lines.push(texts.join(' | '));
  }
  return lines.join('\n');
}

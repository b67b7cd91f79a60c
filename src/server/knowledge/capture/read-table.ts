import { type Element, isTag } from 'domhandler';
import { inlineText, tidy } from './inline-text.ts';

const MAX_COLUMNS = 40;
const MAX_ROWS = 2_000;
const MAX_SPAN = 20;

type IsOut = (element: Element) => boolean;

function rowsOf(table: Element, isOut: IsOut): Element[] {
  const rows: Element[] = [];
  for (const child of table.children) {
    if (!isTag(child) || isOut(child)) continue;
    if (child.name === 'tr') rows.push(child);
    else if (/^(?:thead|tbody|tfoot)$/.test(child.name)) rows.push(...rowsOf(child, isOut));
  }
  return rows;
}

const cellsOf = (row: Element, isOut: IsOut) =>
  row.children.filter((cell): cell is Element => isTag(cell) && /^t[dh]$/.test(cell.name) && !isOut(cell));

const span = (cell: Element, name: string) =>
  Math.min(Math.max(Number.parseInt(cell.attribs[name] ?? '1', 10) || 1, 1), MAX_SPAN);

function holds(element: Element, isSought: (element: Element) => boolean): boolean {
  return element.children.some((child) => isTag(child) && (isSought(child) || holds(child, isSought)));
}

/** Whether a table only places things on the page, as old pages do: one column, tables or headings or long text within. */
export function isLayoutTable(table: Element, isOut: IsOut): boolean {
  if (/^(?:presentation|none)$/.test(table.attribs.role ?? '')) return true;
  if (holds(table, ({ name }) => /^(?:table|h[1-6])$/.test(name))) return true;
  const rows = rowsOf(table, isOut).slice(0, 20);
  if (rows.every((row) => cellsOf(row, isOut).length < 2)) return true;
  return rows.length === 1 && !holds(table, ({ name }) => name === 'th');
}

/**
 * A table as lines of `a | b | c`. A cell that spans rows or columns is said again in each, so that every line can be
 * understood alone; a cell that spans the whole row is said once.
 */
export function tableText(table: Element, isOut: IsOut): string {
  const carried = new Map<number, { text: string; left: number }>();
  const lines: string[] = [];
  for (const row of rowsOf(table, isOut).slice(0, MAX_ROWS)) {
    const texts: string[] = [];
    const takeCarried = () => {
      for (let held = carried.get(texts.length); held && held.left > 0; held = carried.get(texts.length)) {
        held.left--;
        texts.push(held.text);
      }
    };
    const cells = cellsOf(row, isOut);
    for (const cell of cells) {
      takeCarried();
      const text = tidy(inlineText(cell.children, isOut), ' ').replaceAll('|', '/');
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

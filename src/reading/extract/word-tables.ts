import type * as cheerio from 'cheerio/slim';
import { type GridText, withoutMergedColumns } from '../merged-columns.ts';
import { rowText } from './tidy-text.ts';

type Dom = cheerio.CheerioAPI;
type DomElement = ReturnType<Dom>;

const SPAN_MAX = 64;
const spanOf = (cell: DomElement, name: 'rowspan' | 'colspan') =>
  Math.min(Math.max(Number.parseInt(cell.attr(name) ?? '', 10) || 1, 1), SPAN_MAX);

interface GridCell extends GridText {
  rows: number;
  columns: number;
}

/** A cell alone in its row appears once. */
function gridOf(rows: GridCell[][]): string[][] {
  const above = new Map<number, { cell: GridCell; left: number }>();
  const grid = rows.map((cells) => {
    const covering: GridCell[] = [];
    const takeAbove = () => {
      for (let one = above.get(covering.length); one && one.left > 0; one = above.get(covering.length)) {
        one.left -= 1;
        covering.push(one.cell);
      }
    };
    for (const cell of cells) {
      takeAbove();
      const width = cells.length === 1 && covering.length === 0 ? 1 : cell.columns;
      for (let column = 0; column < width; column += 1) {
        if (cell.rows > 1) above.set(covering.length, { cell, left: cell.rows - 1 });
        covering.push(cell);
      }
    }
    takeAbove();
    return covering;
  });
  return withoutMergedColumns(grid);
}

/** A name over several columns stands above their own names. */
function headerRows([first = [], second = []]: GridCell[][]): number {
  const isGrouped = first.length > 1 && first.some(({ columns }) => columns > 1);
  const isCovered = first.some(({ rows, text }) => rows === 2 || text === '');
  return isGrouped && isCovered && second.length > 1 ? 2 : 1;
}

export function tableText($: Dom, table: DomElement, textOf: (cell: DomElement) => string): string {
  const rows = table
    .children('thead, tbody')
    .addBack()
    .children('tr')
    .toArray()
    .map((row) =>
      $(row)
        .children('td, th')
        .toArray()
        .map((cell) => ({
          text: textOf($(cell)),
          rows: spanOf($(cell), 'rowspan'),
          columns: spanOf($(cell), 'colspan'),
        })),
    );
  const grid = gridOf(rows);
  const heads = grid.splice(0, headerRows(rows));
  const header = (heads.at(-1) ?? []).map((_, at) =>
    [...new Set(heads.map((texts) => texts[at] ?? ''))].filter(Boolean).join(' '),
  );
  return [header, ...grid].map(rowText).filter(Boolean).join('\n');
}

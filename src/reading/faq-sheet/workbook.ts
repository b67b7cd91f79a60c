import type { FaqSheet, SheetChoice } from '../../shared/contents.ts';
import type { Block } from '../blocks.ts';
import type { SheetName } from '../extract/parse-xlsx.ts';
import type { SheetRecord, SheetRecords } from './read-records.ts';
import { hasPair, headerIn } from './sheet-columns.ts';

type WorkbookSheet = SheetName & { records: SheetRecord[] };

interface ChosenSheets extends Pick<FaqSheet, 'sheets' | 'hidden'> {
  read: SheetRecords[];
}

function sheetsIn(blocks: readonly Pick<Block, 'kind' | 'text'>[]): WorkbookSheet[] {
  const sheets: WorkbookSheet[] = [];
  for (const { kind, text } of blocks) {
    if (kind === 'heading') sheets.push({ ...(JSON.parse(text) as SheetName), records: [] });
    else sheets.at(-1)?.records.push(JSON.parse(text) as SheetRecord);
  }
  return sheets.filter(({ records, isHidden }) => records.length > 0 || isHidden);
}

function shownIn({ records, hiddenRows, hiddenColumns }: WorkbookSheet): SheetRecord[] {
  const rows = new Set(hiddenRows);
  const columns = new Set(hiddenColumns);
  return records.flatMap((record) => {
    const cells = record.cells.map((cell, at) => (columns.has(at) ? '' : cell));
    return rows.has(record.line) || cells.every((cell) => cell === '') ? [] : { ...record, cells };
  });
}

function nameOfColumn({ records }: WorkbookSheet, column: number): string {
  const header = records[headerIn(records)] ?? records.find(hasPair);
  return header?.cells[column] || String.fromCharCode(...lettersOf(column));
}

function lettersOf(column: number): number[] {
  const own = 65 + (column % 26);
  return column < 26 ? [own] : [64 + Math.floor(column / 26), own];
}

/** The first with a header, or else with questions and answers. */
function usualSheet(sheets: readonly WorkbookSheet[]): WorkbookSheet | undefined {
  const shown = sheets.filter(({ isHidden }) => !isHidden);
  return (
    shown.find((sheet) => headerIn(shownIn(sheet)) !== -1) ??
    shown.find((sheet) => shownIn(sheet).some(hasPair)) ??
    shown[0]
  );
}

export function chooseSheets(blocks: readonly Pick<Block, 'kind' | 'text'>[], choice: SheetChoice): ChosenSheets {
  const all = sheetsIn(blocks);
  const usual = usualSheet(all);
  const chosen = choice.sheets?.split(',').map(Number);
  const used = all.filter((sheet, at) => chosen?.includes(at) ?? sheet === usual);
  const isRead = choice.readsHidden === 'true';
  return {
    read: used.map((sheet) => ({
      sheet: used.length > 1 ? sheet.sheet : null,
      records: isRead ? sheet.records : shownIn(sheet),
    })),
    sheets: all.map((sheet) => ({
      name: sheet.sheet,
      isHidden: sheet.isHidden,
      rows: sheet.records.length,
      isRead: used.includes(sheet),
    })),
    hidden: {
      rows: used.reduce((sum, { hiddenRows }) => sum + hiddenRows.length, 0),
      columns: used.flatMap((sheet) => sheet.hiddenColumns.map((column) => nameOfColumn(sheet, column))),
      isRead,
    },
  };
}

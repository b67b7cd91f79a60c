import type { SheetRecord } from './read-records.ts';
import { hasPair } from './sheet-columns.ts';

/** `89,90`, `R$ 24,50/kg` */
const AMOUNT = /^(?:R\$\s?)?\d[\d.,]*(?:\s?(?:reais|\/\s?\p{L}+))?$/iu;

/** Whether most records, none of which asks, have an amount in one of the columns. */
export function isPriceList(records: readonly SheetRecord[], question: number, columns: readonly number[]): boolean {
  const rows = records.filter(hasPair);
  if (rows.length < 2 || rows.some(({ cells }) => cells[question]?.includes('?'))) return false;
  return columns.some((column) => {
    const amounts = rows.filter(({ cells }) => column !== question && AMOUNT.test(cells[column] ?? ''));
    return amounts.length > rows.length / 2;
  });
}

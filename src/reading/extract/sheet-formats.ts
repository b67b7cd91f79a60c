import { format } from 'numfmt';
import { readXml } from './sheet-xml.ts';

/** The formats that every file has, as a Brazilian Excel shows them. */
const BUILT_IN: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"R$" #,##0;-"R$" #,##0',
  6: '"R$" #,##0;-"R$" #,##0',
  7: '"R$" #,##0.00;-"R$" #,##0.00',
  8: '"R$" #,##0.00;-"R$" #,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'dd/mm/yyyy',
  15: 'dd-mmm-yy',
  16: 'dd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'hh:mm',
  21: 'hh:mm:ss',
  22: 'dd/mm/yyyy hh:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  41: '#,##0',
  42: '"R$" #,##0',
  43: '#,##0.00',
  44: '"R$" #,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
};
const DAYS_TO_1904 = 1_462;
const DATE = /[dmyhs]/i;
/** What stands in a format as it is, which may look like a date. */
const LITERAL = /"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g;

const decimal = new Intl.NumberFormat('pt-BR', { useGrouping: false, maximumFractionDigits: 15 });

/** Returns the function that shows a number in a cell with a style, from the styles of an Excel file. */
export function cellFormatsOf(styles: string, isFrom1904: boolean): (number: number, style: number) => string {
  const custom = new Map<number, string>();
  const used: number[] = [];
  let isInCells = false;
  readXml(styles, {
    onOpen: (name, { numFmtId, formatCode }) => {
      if (name === 'numFmt') custom.set(Number(numFmtId), formatCode ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) used.push(Number(numFmtId ?? 0));
    },
    onClose: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return (number, style) => {
    const id = used[style] ?? 0;
    const code = custom.get(id) ?? BUILT_IN[id] ?? 'General';
    if (/^(?:general|@)?$/i.test(code)) return decimal.format(number);
    const isDate = DATE.test(code.replace(LITERAL, ''));
    const shown = format(code, isDate && isFrom1904 ? number + DAYS_TO_1904 : number, {
      locale: 'pt-BR',
      throws: false,
      nbsp: false,
    });
    return shown.replace(/\s+/g, ' ').trim();
  };
}

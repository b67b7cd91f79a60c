import { type FaqSheet, SHEET_MAX_LINES, type SheetChoice, type SheetFault } from '../../shared/contents.ts';
import { PHRASINGS_MAX, phrasingTexts } from '../../shared/phrasings.ts';
import { faqBody } from '../../shared/rules.ts';
import type { Block } from '../blocks.ts';
import { decodeText } from '../extract/decode-text.ts';
import { blocksOfHtml } from '../extract/parse-html-file.ts';
import { isPriceList } from './price-list.ts';
import { readRecords, type SheetRecord, type SheetRecords } from './read-records.ts';
import { columnsOf, folded, headerIn, type SheetColumns } from './sheet-columns.ts';
import { chooseSheets } from './workbook.ts';

export interface SheetLine {
  line: number;
  sheet: string | null;
  question: string;
  answer: string;
  phrasings: string[];
  fault: SheetFault | null;
  repeats: { line: number; sheet: string | null } | null;
}

export interface Sheet {
  lines: SheetLine[];
  separator: FaqSheet['separator'];
  hasHeading: boolean;
  columns: FaqSheet['columns'];
  sheets: FaqSheet['sheets'];
  hidden: FaqSheet['hidden'];
}

const SEPARATORS = { tab: '\t', semicolon: ';', comma: ',' } as const;
type Separator = keyof typeof SEPARATORS;
const NAMES = Object.keys(SEPARATORS) as Separator[];
const SAMPLE_CHARACTERS = 256 * 1024;
const SAMPLE_LINES = 200;

/** Ignores case, accents, repeated spaces and the final punctuation mark. */
export const questionKey = (question: string): string =>
  folded(question)
    .replace(/\s+/g, ' ')
    .replace(/[\s?!.:]+$/, '');

/** The one that splits most records into a question and an answer. */
function separatorOf(text: string): Separator {
  const sample = text
    .slice(0, SAMPLE_CHARACTERS)
    .split(/\r\n|\r|\n/, SAMPLE_LINES)
    .join('\n');
  const [best] = NAMES.map((name, at) => {
    const records = readRecords(sample, SEPARATORS[name]).filter((record) => !record.fault);
    if (headerIn(records) !== -1) return { name, worth: 3, at };
    const pairs = records.filter(({ cells }) => cells.length === 2 && cells.every((cell) => cell !== '')).length;
    const wide = records.filter(({ cells }) => cells.length > 1).length;
    return { name, worth: (pairs + wide / 4) / Math.max(1, records.length), at };
  }).sort((a, b) => b.worth - a.worth || a.at - b.at);
  return best && best.worth > 0 ? best.name : 'semicolon';
}

const phrasingsIn = (cell: string): string[] =>
  cell
    .split(/[|\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '');

function faultOf({
  question,
  answer,
  phrasings,
}: Pick<SheetLine, 'question' | 'answer' | 'phrasings'>): SheetFault | null {
  if (question === '') return 'no_question';
  if (answer === '') return 'no_answer';
  if (!faqBody.shape.question.safeParse(question).success) return 'question_too_long';
  if (!faqBody.shape.answer.safeParse(answer).success) return 'answer_too_long';
  if (phrasings.length > PHRASINGS_MAX) return 'too_many_phrasings';
  return phrasingTexts.safeParse(phrasings).success ? null : 'bad_phrasing';
}

function readLine({ line, cells, fault }: SheetRecord, columns: SheetColumns): SheetLine {
  const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
  const question = cells[columns.question] ?? '';
  const answer = cells[columns.answer] ?? '';
  const phrasings = phrasingsIn(cells[columns.phrasings ?? -1] ?? '');
  const base = { line, sheet: null, question, answer, phrasings, repeats: null };
  if (fault) return { ...base, fault };
  if (!columns.areKnown && cells.length === 1) return { ...base, fault: 'one_column' };
  // Extra columns are allowed only if the header names them. Otherwise an unquoted comma would silently truncate the
  // answer.
  if (filled.length > (columns.areKnown ? columns.names.length : 2)) return { ...base, fault: 'many_columns' };
  return { ...base, fault: faultOf(base) };
}

/** Of a question that is merged over several rows. */
function joinMerged(records: readonly SheetRecord[], { question, answer }: SheetColumns): SheetRecord[] {
  const joined: SheetRecord[] = [];
  for (const record of records) {
    const above = joined.at(-1);
    const isUnder = (column: number) => record.merged?.includes(column) ?? false;
    if (!above || !isUnder(question)) joined.push({ ...record, cells: [...record.cells] });
    else if (!isUnder(answer))
      above.cells[answer] = [above.cells[answer], record.cells[answer]].filter(Boolean).join('\n');
  }
  return joined;
}

/** HTML that a shop system wrote into a cell. */
const HTML = /<(?:p|br|b|strong|i|em|u|a|ul|ol|li|div|span|h[1-6])(?:\s[^>]*)?\/?>/i;

const ENTITY = /&(?:amp|nbsp|lt|gt|quot|apos|[a-z](?:acute|grave|circ|tilde|cedil|uml)|#x?[0-9a-f]{1,5});/i;

const textOfHtml = (html: string) =>
  blocksOfHtml(html)
    .map(({ text }) => text)
    .join('\n');

function withoutHtml(cell: string): string {
  if (HTML.test(cell)) return textOfHtml(cell);
  return ENTITY.test(cell) ? cell.split('\n').map(textOfHtml).join('\n') : cell;
}

/** At each header but the first: tables that stand one below the other. */
function tablesIn(records: readonly SheetRecord[], choice: SheetChoice): (readonly SheetRecord[])[] {
  if (choice.questionColumn !== undefined || choice.answerColumn !== undefined) return [records];
  const [, ...next] = records.flatMap((record, at) => (headerIn([record]) === -1 ? [] : [at]));
  return [0, ...next].map((start, at) => records.slice(start, next[at]));
}

type ReadSheet = Omit<Sheet, 'separator'>;

/** The owner's choice of columns is for the first table, and for others without a header. */
function linesOfRecords(sheets: readonly SheetRecords[], choice: SheetChoice): ReadSheet {
  const found = new Map<string, NonNullable<SheetLine['repeats']>>();
  const parts = sheets.flatMap(({ sheet, records }) =>
    tablesIn(records, choice).map((part) => ({ sheet, records: part })),
  );
  const tables = parts.map(({ sheet, records }, at) => {
    const { header, columns } = columnsOf(records, at > 0 && headerIn(records) !== -1 ? {} : choice);
    const priced = choice.answerColumn === undefined ? [...columns.names.keys()] : [choice.answerColumn];
    const isPriced = headerIn(records) === -1 && isPriceList(records, columns.question, priced);
    return { sheet, header, columns, isPriced, records: joinMerged(records.slice(header + 1), columns) };
  });
  const records = tables.flatMap((table) => table.records.map((record) => ({ ...table, record })));
  const lines = records.map(({ sheet, record, columns, isPriced }, at): SheetLine => {
    const read = { ...readLine({ ...record, cells: record.cells.map(withoutHtml) }, columns), sheet };
    if (isPriced) return { ...read, fault: 'price_list' };
    if (at >= SHEET_MAX_LINES) return { ...read, fault: 'too_many_lines' };
    if (read.fault) return read;
    const key = questionKey(read.question);
    const repeats = found.get(key) ?? null;
    if (repeats === null) found.set(key, { line: read.line, sheet });
    return { ...read, repeats };
  });
  const { header, columns } = tables[0] ?? columnsOf([], choice);
  const { areKnown: _, ...shown } = columns;
  const hidden = { rows: 0, columns: [], isRead: false };
  return { lines, hasHeading: header !== -1, columns: shown, sheets: [], hidden };
}

export function linesOfWorkbook(blocks: readonly Pick<Block, 'kind' | 'text'>[], choice: SheetChoice): ReadSheet {
  const { read, sheets, hidden } = chooseSheets(blocks, choice);
  return { ...linesOfRecords(read, choice), sheets, hidden };
}

/** Many systems export one as `.xls`. */
export function linesOfHtml(blocks: readonly Pick<Block, 'kind' | 'text'>[], choice: SheetChoice): ReadSheet {
  const rows = blocks.flatMap(({ kind, text }) => (kind === 'table' ? text.split('\n') : []));
  const records = rows.map((row, at) => ({ line: at + 1, cells: row.split(' | ').map((cell) => cell.trim()) }));
  return linesOfRecords([{ sheet: null, records }], choice);
}

/** CSV with any separator and encoding, or pasted cells. Never throws for its content: faulty lines have a `fault`. */
export function readSheet(bytes: Uint8Array, choice: SheetChoice = {}): Sheet {
  const decoded = decodeText(bytes)
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '');
  // Excel writes the separator on the first line.
  const named = /^sep=([;,\t])(?:\r\n|\r|\n)/i.exec(decoded);
  const text = named ? `\n${decoded.slice(named[0].length)}` : decoded;
  const separator = NAMES.find((name) => SEPARATORS[name] === named?.[1]) ?? separatorOf(text);
  const records = readRecords(text, SEPARATORS[separator]);
  return { ...linesOfRecords([{ sheet: null, records }], choice), separator };
}

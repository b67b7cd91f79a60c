import { type FaqSheet, SHEET_MAX_LINES, type SheetChoice, type SheetFault } from '../../shared/contents.ts';
import { PHRASINGS_MAX, phrasingTexts } from '../../shared/phrasings.ts';
import { faqBody } from '../../shared/rules.ts';
import type { Block } from '../blocks.ts';
import { decodeText } from '../extract/decode-text.ts';
import { blocksOfHtml } from '../extract/parse-html-file.ts';
import type { SheetName } from '../extract/parse-xlsx.ts';
import { readRecords, type SheetRecord } from './read-records.ts';
import { columnsOf, folded, hasPair, headerIn, type SheetColumns } from './sheet-columns.ts';

export interface SheetLine {
  line: number;
  question: string;
  answer: string;
  phrasings: string[];
  fault: SheetFault | null;
  /** The line on which the same question appeared first. */
  repeats: number | null;
}

export interface Sheet {
  lines: SheetLine[];
  separator: FaqSheet['separator'];
  hasHeading: boolean;
  columns: FaqSheet['columns'];
  leftOut: FaqSheet['leftOut'];
}

const SEPARATORS = { tab: '\t', semicolon: ';', comma: ',' } as const;
type Separator = keyof typeof SEPARATORS;
const NAMES = Object.keys(SEPARATORS) as Separator[];
/** Characters and lines used to detect the separator. */
const SAMPLE_CHARACTERS = 256 * 1024;
const SAMPLE_LINES = 200;

/** Normalizes a question for comparison: ignores case, accents, repeated spaces and the final punctuation mark. */
export const questionKey = (question: string): string =>
  folded(question)
    .replace(/\s+/g, ' ')
    .replace(/[\s?!.:]+$/, '');

/** Detects the separator: the one that splits most records into a question and an answer. */
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

/** Splits a cell into phrasings, separated by a bar or a line break. */
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
  const base = { line, question, answer, phrasings, repeats: null };
  if (fault) return { ...base, fault };
  if (!columns.areKnown && cells.length === 1) return { ...base, fault: 'one_column' };
  // Extra columns are allowed only if the header names them. Otherwise an unquoted comma would silently truncate the
  // answer.
  if (filled.length > (columns.areKnown ? columns.names.length : 2)) return { ...base, fault: 'many_columns' };
  return { ...base, fault: faultOf(base) };
}

/** Joins the answers of a question that is merged over several rows, and those rows into the first. */
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

const withoutHtml = (cell: string): string =>
  HTML.test(cell)
    ? blocksOfHtml(cell)
        .map(({ text }) => text)
        .join('\n')
    : cell;

const NOTHING_LEFT_OUT: FaqSheet['leftOut'] = { sheets: [], hiddenRows: 0 };

/** Returns the lines of a table from its records. A header may be among the first. */
function linesOfRecords(all: readonly SheetRecord[], choice: SheetChoice): Omit<Sheet, 'separator'> {
  const { header, columns } = columnsOf(all, choice);
  const records = joinMerged(all.slice(header + 1), columns);
  const found = new Map<string, number>();
  const lines = records.map((record, at): SheetLine => {
    const read = readLine({ ...record, cells: record.cells.map(withoutHtml) }, columns);
    if (at >= SHEET_MAX_LINES) return { ...read, fault: 'too_many_lines' };
    if (read.fault) return read;
    const key = questionKey(read.question);
    const repeats = found.get(key) ?? null;
    if (repeats === null) found.set(key, read.line);
    return { ...read, repeats };
  });
  const { areKnown: _, ...shown } = columns;
  return { lines, hasHeading: header !== -1, columns: shown, leftOut: NOTHING_LEFT_OUT };
}

/**
 * Returns the lines of an Excel file, from the blocks of its parser: those of the first sheet with a header, or else
 * with questions and answers. Names the others.
 */
export function linesOfWorkbook(
  blocks: readonly Pick<Block, 'kind' | 'text'>[],
  choice: SheetChoice,
): Omit<Sheet, 'separator'> {
  const sheets: (SheetName & { records: SheetRecord[] })[] = [];
  for (const { kind, text } of blocks) {
    if (kind === 'heading') sheets.push({ ...(JSON.parse(text) as SheetName), records: [] });
    else sheets.at(-1)?.records.push(JSON.parse(text) as SheetRecord);
  }
  const filled = sheets.filter(({ records, isHidden }) => records.length > 0 || isHidden);
  const chosen =
    filled.find(({ records }) => headerIn(records) !== -1) ??
    filled.find(({ records }) => records.some(hasPair)) ??
    filled[0];
  const left = filled.filter((sheet) => sheet !== chosen).map(({ sheet }) => sheet);
  return {
    ...linesOfRecords(chosen?.records ?? [], choice),
    leftOut: { sheets: left, hiddenRows: chosen?.hiddenRows.length ?? 0 },
  };
}

/** Returns the lines of the tables of an HTML file, as many systems export one under the name `.xls`. */
export function linesOfHtml(
  blocks: readonly Pick<Block, 'kind' | 'text'>[],
  choice: SheetChoice,
): Omit<Sheet, 'separator'> {
  const rows = blocks.flatMap(({ kind, text }) => (kind === 'table' ? text.split('\n') : []));
  return linesOfRecords(
    rows.map((row, at) => ({ line: at + 1, cells: row.split(' | ').map((cell) => cell.trim()) })),
    choice,
  );
}

/**
 * Parses a table of questions and answers: a CSV file with any separator and encoding, or pasted cells. Never throws
 * because of its content; each faulty line has a `fault`.
 */
export function readSheet(bytes: Uint8Array, choice: SheetChoice = {}): Sheet {
  const decoded = decodeText(bytes)
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '');
  // Excel writes the separator on the first line.
  const named = /^sep=([;,\t])(?:\r\n|\r|\n)/i.exec(decoded);
  const text = named ? `\n${decoded.slice(named[0].length)}` : decoded;
  const separator = NAMES.find((name) => SEPARATORS[name] === named?.[1]) ?? separatorOf(text);
  return { ...linesOfRecords(readRecords(text, SEPARATORS[separator]), choice), separator };
}

import { decodeText } from '../../../reading/extract/decode-text.ts';
import { type FaqSheet, SHEET_MAX_LINES, type SheetFault } from '../../../shared/contents.ts';
import { fold } from '../../../shared/fold.ts';
import { PHRASINGS_MAX, phrasingTexts } from '../../../shared/phrasings.ts';
import { faqBody } from '../../../shared/rules.ts';
import { readRecords, type SheetRecord } from './read-records.ts';

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
}

const SEPARATORS = { tab: '\t', semicolon: ';', comma: ',' } as const;
type Separator = keyof typeof SEPARATORS;
const NAMES = Object.keys(SEPARATORS) as Separator[];
/** Characters and lines used to detect the separator. */
const SAMPLE_CHARACTERS = 256 * 1024;
const SAMPLE_LINES = 200;

const HEADER_NAMES = {
  question: /^(perguntas?|quest(ao|oes)|duvidas?|questions?|q)$/,
  answer: /^(respostas?|answers?|a)$/,
  phrasings: /^(outras formas( de perguntar)?|phrasings?)$/,
};
const folded = (text: string) => fold(text).trim();

/** Normalizes a question for comparison: ignores case, accents, repeated spaces and the final punctuation mark. */
export const questionKey = (question: string): string =>
  folded(question)
    .replace(/\s+/g, ' ')
    .replace(/[\s?!.:]+$/, '');

/** Columns of question, answer and phrasings (-1 when absent) according to the header, and the number of columns. */
interface SheetHeader {
  question: number;
  answer: number;
  phrasings: number;
  columns: number;
}

function headerOf(record: SheetRecord | undefined): SheetHeader | null {
  const cells = record?.cells.map(folded) ?? [];
  const question = cells.findIndex((cell) => HEADER_NAMES.question.test(cell));
  const answer = cells.findIndex((cell) => HEADER_NAMES.answer.test(cell));
  const phrasings = cells.findIndex((cell) => HEADER_NAMES.phrasings.test(cell));
  return question === -1 || answer === -1 ? null : { question, answer, phrasings, columns: cells.length };
}

/** Detects the separator: the one that splits most records into a question and an answer. */
function separatorOf(text: string): Separator {
  const sample = text
    .slice(0, SAMPLE_CHARACTERS)
    .split(/\r\n|\r|\n/, SAMPLE_LINES)
    .join('\n');
  const [best] = NAMES.map((name, at) => {
    const records = readRecords(sample, SEPARATORS[name]).filter((record) => !record.fault);
    if (headerOf(records[0])) return { name, worth: 3, at };
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

function readLine({ line, cells, fault }: SheetRecord, at: SheetHeader | null): SheetLine {
  const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
  const question = cells[at?.question ?? 0] ?? '';
  const answer = cells[at?.answer ?? 1] ?? '';
  const phrasings = phrasingsIn(cells[at?.phrasings ?? -1] ?? '');
  const base = { line, question, answer, phrasings, repeats: null };
  if (fault) return { ...base, fault };
  if (!at && cells.length === 1) return { ...base, fault: 'one_column' };
  // Extra columns are allowed only if the header names them. Otherwise an unquoted comma would silently truncate the
  // answer.
  if (filled.length > (at?.columns ?? 2)) return { ...base, fault: 'many_columns' };
  return { ...base, fault: faultOf(base) };
}

/** Returns the lines of a table from its records. The first record may be a header. */
export function linesOfRecords(all: readonly SheetRecord[]): Omit<Sheet, 'separator'> {
  const [first, ...others] = all;
  const heading = headerOf(first);
  const records = heading || !first ? others : [first, ...others];
  const columns = new Map<string, number>();
  const lines = records.map((record, at): SheetLine => {
    const read = readLine(record, heading);
    if (at >= SHEET_MAX_LINES) return { ...read, fault: 'too_many_lines' };
    if (read.fault) return read;
    const key = questionKey(read.question);
    const repeats = columns.get(key) ?? null;
    if (repeats === null) columns.set(key, read.line);
    return { ...read, repeats };
  });
  return { lines, hasHeading: heading !== null };
}

/**
 * Parses a table of questions and answers: a CSV file with any separator and encoding, or pasted cells. Never throws
 * because of its content; each faulty line has a `fault`.
 */
export function readSheet(bytes: Uint8Array): Sheet {
  const decoded = decodeText(bytes)
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '');
  // Excel writes the separator on the first line.
  const named = /^sep=([;,\t])(?:\r\n|\r|\n)/i.exec(decoded);
  const text = named ? `\n${decoded.slice(named[0].length)}` : decoded;
  const separator = NAMES.find((name) => SEPARATORS[name] === named?.[1]) ?? separatorOf(text);
  return { ...linesOfRecords(readRecords(text, SEPARATORS[separator])), separator };
}

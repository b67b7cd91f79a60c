import type { FaqSheet, SheetChoice } from '../../shared/contents.ts';
import { fold } from '../../shared/fold.ts';
import type { SheetRecord } from './read-records.ts';

/** A heading may go on: `Pergunta do cliente`. */
const HEADER_NAMES = {
  question: /^(?:(?:perguntas?|quest(?:ao|oes)|duvidas?|questions?)(?: [^?!.;]{1,30})?|q|p)$/,
  answer: /^(?:(?:respostas?|answers?|solu(?:cao|coes))(?: [^?!.;]{1,30})?|a|r)$/,
  phrasings: /^(outras formas( de perguntar)?|phrasings?)$/,
};
/** A title and notes may stand above the header. */
const HEADER_WITHIN = 10;
const NAME_MAX = 80;

export type SheetColumns = FaqSheet['columns'] & {
  areKnown: boolean;
};

export const folded = (text: string): string => fold(text).trim();

export const hasPair = ({ cells }: SheetRecord): boolean => cells.filter((cell) => cell !== '').length > 1;

const columnIn = ({ cells }: SheetRecord, name: RegExp): number => cells.findIndex((cell) => name.test(folded(cell)));

export const headerIn = (records: readonly SheetRecord[]): number =>
  records
    .slice(0, HEADER_WITHIN)
    .findIndex(
      (record) => columnIn(record, HEADER_NAMES.question) !== -1 && columnIn(record, HEADER_NAMES.answer) !== -1,
    );

/** -1 for none. One with other words is the first record of several cells. */
function chosenHeader(records: readonly SheetRecord[], { hasHeading }: SheetChoice): number {
  if (hasHeading === 'false') return -1;
  const found = headerIn(records);
  return found === -1 && hasHeading === 'true' ? records.slice(0, HEADER_WITHIN).findIndex(hasPair) : found;
}

const widest = (records: readonly SheetRecord[]) =>
  records
    .slice(0, HEADER_WITHIN)
    .reduce<string[]>((most, { cells }) => (cells.length > most.length ? cells : most), []);

/** As the owner chose, else as the header (-1 for none) names them, else the first two, named by examples. */
export function columnsOf(
  records: readonly SheetRecord[],
  choice: SheetChoice,
): { header: number; columns: SheetColumns } {
  const header = chosenHeader(records, choice);
  const heading = records[header];
  const named = (name: keyof typeof HEADER_NAMES) => (heading ? columnIn(heading, HEADER_NAMES[name]) : -1);
  const isChosen = choice.questionColumn !== undefined || choice.answerColumn !== undefined;
  const isNamed = named('question') !== -1 && named('answer') !== -1;
  const [question, answer] = isNamed ? [named('question'), named('answer')] : [0, 1];
  const phrasings = isChosen || named('phrasings') === -1 ? null : named('phrasings');
  const names = (heading?.cells ?? widest(records)).map((name) => name.slice(0, NAME_MAX).toWellFormed());
  return {
    header,
    columns: {
      names,
      question: choice.questionColumn ?? question!,
      answer: choice.answerColumn ?? answer!,
      phrasings: choice.phrasingsColumn ?? phrasings,
      areKnown: isChosen || heading !== undefined,
    },
  };
}

import { daysIn, openingHoursIn } from '../facts/opening-hours.ts';
import type { Passage } from '../passage.ts';
import { sentencesOf } from '../sentences.ts';
import { fold, wordsOf } from '../words.ts';
import { deadlinesIn } from './deadline-records.ts';
import { paymentsIn } from './payment-records.ts';
import { policiesIn } from './policy-records.ts';
import { barePricesIn, pricesIn } from './price-records.ts';
import type { BusinessRecord, HoursRecord, Line } from './record.ts';

/** Increase it whenever other records are read from the same text. */
export const RECORDS_VERSION = 14;

export interface StoredRecords {
  version: number;
  list: readonly BusinessRecord[];
}

const known = new WeakMap<Passage, readonly BusinessRecord[]>();

export const linesOf = (text: string): Line[] =>
  sentencesOf(text).map(({ start, end }) => {
    const own = text.slice(start, end);
    return { start, end, text: own, folded: fold(own) };
  });

const MAY_HOLD_HOURS = /\d\s?h|\d:\d\d|as \d|fecha|folga|mei[oa].(?:dia|noite)|nao (?:abr|func|aten)/;

const CLOCK = /\b([01]?\d|2[0-4])(?:h([0-5]\d)?|:([0-5]\d)h?)(?![\d:])/g;

const DAY_WORDS: ReadonlySet<string> = new Set(
  'segunda terca quarta quinta sexta sabado domingo seg ter qua qui sex sab dom feira todo dia uteis manha tarde noite integral a o e ate ao de da'.split(
    ' ',
  ),
);
const areDayWords = (cell: string): boolean =>
  wordsOf(cell).every(({ word }) => DAY_WORDS.has(word) || DAY_WORDS.has(word.replace(/s$/, '')));

/** Of a table with a cell that has nothing else: `Ortopedia | Dr. Caio Reis | sáb, manhã | R$ 150`. */
function daysInCell(text: string): readonly number[] {
  const cells = text.split(' | ');
  const cell = cells.length > 1 ? cells.find((one) => daysIn(one).length > 0 && areDayWords(one)) : undefined;
  return cell === undefined ? [] : daysIn(cell);
}

/** From when until when, or else the times of a day's timetable. */
function hoursIn(line: Line): HoursRecord[] {
  const partOfDay = daysInCell(line.text);
  if (partOfDay.length > 0) return [{ kind: 'hours', quote: line, days: partOfDay, hours: [], isClosed: false }];
  if (!MAY_HOLD_HOURS.test(line.folded)) return [];
  const ranges = openingHoursIn(line.text);
  if (ranges.length > 0) return ranges.map((hours) => ({ kind: 'hours', quote: line, ...hours }));
  const days = daysIn(line.text);
  const hours = [...line.folded.matchAll(CLOCK)].map(
    ([, hour, minute, other]) => `${hour!.padStart(2, '0')}:${minute ?? other ?? '00'}`,
  );
  return days.length > 0 && hours.length > 0 ? [{ kind: 'hours', quote: line, days, hours, isClosed: false }] : [];
}

export function recordsInText(text: string): BusinessRecord[] {
  const lines = linesOf(text);
  const bare = barePricesIn(lines, text);
  return lines.flatMap((line, at) => [
    ...pricesIn(line),
    ...bare.filter(({ quote }) => quote === line),
    ...hoursIn(line),
    ...deadlinesIn(line),
    ...paymentsIn(line),
    ...policiesIn(line, lines[at - 1]),
  ]);
}

export const storableRecords = (text: string): StoredRecords => ({
  version: RECORDS_VERSION,
  list: recordsInText(text).map(({ quote: { start, end }, ...record }) => ({ ...record, quote: { start, end } })),
});

export function recordsOf(passage: Passage): readonly BusinessRecord[] {
  const read = passage.records ?? known.get(passage) ?? recordsInText(passage.text);
  known.set(passage, read);
  return read;
}

import { assertText } from '../assert-text.ts';
import { headingOf } from '../quotable.ts';
import { kindIn, onlyNames } from '../records/asked.ts';
import { rootOf } from '../roots.ts';
import type { Hit, SearchResult } from '../search.ts';
import { STOPWORDS } from '../stopwords.ts';
import { isFilled, renderRow, rowAt, type WeeklyRow, weeklyRow } from '../table-rows.ts';
import { fold, wordsOf } from '../words.ts';
import { daysIn } from './opening-hours.ts';

const PASSAGES_MAX = 3;
const ROWS_MAX = 10;
/** What all of a timetable is: `que aulas tem na quinta?` */
const LISTED = /^(?:aulas?|turmas?|atividades?|modalidades?|treinos?|cursos?|oficinas?)$/;
const ASKS_ALL = /\bo que (?:e que )?(?:tem|ha|vai ter)\b/;
const ASKS_WHEN = /\b(?:que|quais|qual) (?:sao )?(?:os? )?(?:dias?|horas?|horarios?)\b|\bquando\b/;
const HOUR = /\b(\d{1,2}) ?(?:h|hs|horas?|:)(?: ?(\d{2}))?\b/;

interface Asked {
  days: readonly number[];
  hour: string | null;
  things: readonly string[];
}

const rootsOf = (text: string) => wordsOf(text).map(({ word }) => rootOf(word));
const hourOf = (text: string) => {
  const [, hour, minute = '00'] = HOUR.exec(fold(text)) ?? [];
  return hour === undefined ? null : `${Number(hour)}:${minute}`;
};

/** Null if the question is about something else than what the cells name. */
function askedOf(question: string, rows: readonly WeeklyRow[]): Asked | null {
  const text = fold(question);
  const days = daysIn(question);
  const words = wordsOf(question).filter(({ word }) => !/^\d/.test(word) && daysIn(word).length === 0);
  const things = words.flatMap(({ word }) =>
    STOPWORDS.has(word) || LISTED.test(word) || onlyNames(rootOf(word)) ? [] : [rootOf(word)],
  );
  const kind = kindIn(text);
  const known = new Set(rows.flatMap(({ cells }) => cells.slice(1).flatMap(rootsOf)));
  const isWhen = ASKS_WHEN.test(text);
  const isAll = days.length > 0 && (ASKS_ALL.test(text) || words.some(({ word }) => LISTED.test(word)));
  const isThing = things.length > 0 && (days.length > 0 || isWhen);
  const isOfTimes = kind === null || kind === 'hours' || kind === 'offered';
  return isOfTimes && (isAll || isThing) && things.every((thing) => known.has(thing))
    ? { days, hour: hourOf(question), things }
    : null;
}

/** The row with only the cells that are asked for; null without any. */
function ofDays(row: WeeklyRow, { days, hour, things }: Asked): WeeklyRow | null {
  const cells = row.cells.map((cell, at) => {
    const isOfDay = days.length === 0 || days.some((day) => row.days[at]!.includes(day));
    const roots = rootsOf(cell);
    return at === 0 || (isOfDay && things.every((thing) => roots.includes(thing))) ? cell : '';
  });
  const isOfHour = hour === null || hourOf(row.cells[0]!) === hour;
  return isOfHour && cells.slice(1).some(isFilled) ? { ...row, cells } : null;
}

/** Tells what there is on a day, and when, from a timetable with a column for each day. */
export function withWeeklyGrid(question: string, result: SearchResult): SearchResult {
  const [best] = result.hits;
  if (result.fact || !best || best.isPhrased || best.passage.answer !== null) return result;
  for (const hit of result.hits.slice(0, PASSAGES_MAX)) {
    const rows = gridIn(hit);
    const asked = rows.length > 0 ? askedOf(question, rows) : null;
    if (!asked) continue;
    const told = rows.flatMap((row) => ofDays(row, asked) ?? []);
    if (told.length > 0 && told.length <= ROWS_MAX) return telling(hit, told, result);
    // There is none on that day, unless a line beside the timetable knows of it.
    const line = best.sentences.find(({ text }) => asked.things.every((thing) => rootsOf(text).includes(thing)));
    const isOfRow = line !== undefined && rows.some(({ start, end }) => line.start >= start && line.start < end);
    return result.outcome === 'answered' && hit === best && isOfRow
      ? { ...result, outcome: 'shown', isAnswerable: false }
      : result;
  }
  return result;
}

function gridIn({ passage: { text, answer } }: Hit): WeeklyRow[] {
  let start = 0;
  return text.split('\n').flatMap((line) => {
    const row = answer === null ? weeklyRow(rowAt(text, start)) : null;
    start += line.length + 1;
    return row ?? [];
  });
}

function telling(hit: Hit, rows: readonly WeeklyRow[], result: SearchResult): SearchResult {
  const quotes = rows.map(({ start, end }) => hit.passage.text.slice(start, end));
  const above = headingOf(hit.passage, quotes);
  const text = [...(above ? [above] : []), ...rows.map(renderRow)].join('\n');
  return assertText(result, text, [{ ...hit, quotes }]);
}

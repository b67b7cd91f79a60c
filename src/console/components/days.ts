import words from '../../../locales/pt-BR/dates.json';

/*
 * Days, months and limits are counted in São Paulo, wherever the browser is; and dates are written here, not by Intl: the
 * first formatter of a page costs it 30 to 60 ms, which every list waited for.
 */

/**
 * Three hours behind UTC: without a summer time since 2019 (Decree 9.772). A test holds it against the zone's own history
 * and future, so that it fails when the tables of Node learn of another.
 */
const OFFSET_MS = -3 * 3_600_000;
const DAY_MS = 86_400_000;

/** The instant (ISO 8601, UTC) at which a day (YYYY-MM-DD) begins in São Paulo. */
export const dayStart = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS).toISOString();

/** The last millisecond of a day in São Paulo. */
export const dayEnd = (day: string) => new Date(Date.parse(dayStart(day)) + DAY_MS - 1).toISOString();

/** Moves a day (YYYY-MM-DD) by whole days. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** São Paulo's clock at an instant, as ISO 8601 without a zone. */
const clockAt = (instant: number) => new Date(instant + OFFSET_MS).toISOString();

/** The day it is in São Paulo, as YYYY-MM-DD. */
export const today = (now = Date.now()) => clockAt(now).slice(0, 10);

/** Fills the values in, where `{{name}}` stands for one. */
const filled = (pattern: string, values: Record<string, string | number>) =>
  pattern.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));

function longDay(clock: string, months: readonly string[]): string {
  const [year = '', month, day] = clock.slice(0, 10).split('-');
  return filled(words.long, { year, month: months[Number(month) - 1] ?? '', day: Number(day) });
}

/** "21 de novembro de 2026 às 09:15" */
export function fullDate(iso: string): string {
  const clock = clockAt(Date.parse(iso));
  return filled(words.full, { date: longDay(clock, words.months), time: clock.slice(11, 16) });
}

/** A day (YYYY-MM-DD) as 21/11/2026. */
export const writtenDay = (day: string) => day.split('-').reverse().join('/');
/** The day of an instant (ISO 8601), likewise. */
export const writtenDayOf = (iso: string) => writtenDay(today(Date.parse(iso)));

const STEPS = [
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 7],
] as const;

function distance(unit: (typeof STEPS)[number][0], amount: number): string {
  const near: Record<string, string> = unit === 'day' ? words.nearDays : {};
  const count = Math.abs(amount);
  const [one, many] = words.units[unit];
  return near[amount] ?? filled(amount < 0 ? words.past : words.future, { count, unit: (count === 1 ? one : many)! });
}

/** "agora", "há 3 minutos", "ontem"; from a week on, the date ("3 de nov. de 2026"). */
export function relativeDate(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Math.abs(seconds) < 45) return words.now;
  for (const [unit, size, limit] of STEPS) {
    const amount = Math.round(seconds / size);
    if (Math.abs(amount) < limit) return distance(unit, amount === 0 ? Math.sign(seconds) : amount);
  }
  return longDay(clockAt(Date.parse(iso)), words.shortMonths);
}

import messages from '../../../locales/pt-BR/dates.json';

/*
 * All days and months are those of São Paulo, whatever the browser's time zone. Dates are formatted here instead of by
 * Intl, because creating the first Intl formatter of a page takes 30 to 60 ms and delays every list.
 */

/**
 * The offset of São Paulo from UTC. Brazil has had no daylight saving time since 2019 (Decree 9.772). A test compares
 * this with Node's time zone data and fails if that changes.
 */
const OFFSET_MS = -3 * 3_600_000;
const DAY_MS = 86_400_000;

/** Returns the instant (ISO 8601, UTC) at which a day (YYYY-MM-DD) begins in São Paulo. */
export const dayStart = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS).toISOString();

/** Returns the last millisecond (ISO 8601, UTC) of a day (YYYY-MM-DD) in São Paulo. */
export const dayEnd = (day: string) => new Date(Date.parse(dayStart(day)) + DAY_MS - 1).toISOString();

/** Returns the day (YYYY-MM-DD) that is `days` days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the local time in São Paulo at an instant (ms), in ISO 8601 format. It ends with `Z` but is not UTC. */
const clockAt = (instant: number) => new Date(instant + OFFSET_MS).toISOString();

/** Returns the current day in São Paulo, as YYYY-MM-DD. */
export const today = (now = Date.now()) => clockAt(now).slice(0, 10);

/** Replaces each `{{name}}` of the pattern with its value. */
const filled = (pattern: string, values: Record<string, string | number>) =>
  pattern.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));

/** Returns the day (YYYY-MM-DD) of an instant (ISO 8601). */
export const dayOf = (iso: string) => today(Date.parse(iso));

function longDay(clock: string, months: readonly string[], pattern = messages.long): string {
  const [year = '', month, day] = clock.slice(0, 10).split('-');
  return filled(pattern, { year, month: months[Number(month) - 1] ?? '', day: Number(day) });
}

/** Returns "21 de novembro de 2026 às 09:15" for an instant (ISO 8601). */
export function fullDate(iso: string): string {
  const clock = clockAt(Date.parse(iso));
  return filled(messages.full, { date: longDay(clock, messages.months), time: clock.slice(11, 16) });
}

/** Returns the time of an instant (ISO 8601) as "09:15". */
export const timeOfDay = (iso: string) => clockAt(Date.parse(iso)).slice(11, 16);

/** Returns the day of an instant (ISO 8601) as "21 de novembro de 2026". */
export const formatDay = (iso: string) => longDay(clockAt(Date.parse(iso)), messages.months);

/** Returns a day (YYYY-MM-DD) as "21 de nov. de 2026". */
export const mediumDay = (day: string) => longDay(day, messages.shortMonths);

/** Returns a day (YYYY-MM-DD) as "21 de nov." */
export const dayAndMonth = (day: string) => longDay(day, messages.shortMonths, messages.short);

/** Returns a day (YYYY-MM-DD) as "21 de novembro". */
export const dayAndLongMonth = (day: string) => longDay(day, messages.months, messages.short);

/** Returns a day (YYYY-MM-DD) as 21/11/2026. */
export const shortDay = (day: string) => day.split('-').reverse().join('/');
/** Returns the day of an instant (ISO 8601) as 21/11/2026. */
export const shortDayOf = (iso: string) => shortDay(dayOf(iso));

/** Returns an instant (ISO 8601) as 21/11/2026 09:15. */
export const shortMoment = (iso: string) => `${shortDayOf(iso)} ${clockAt(Date.parse(iso)).slice(11, 16)}`;

const STEPS = [
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 7],
] as const;

function distance(unit: (typeof STEPS)[number][0], amount: number): string {
  const near: Record<string, string> = unit === 'day' ? messages.nearDays : {};
  const count = Math.abs(amount);
  const [one, many] = messages.units[unit];
  return (
    near[amount] ?? filled(amount < 0 ? messages.past : messages.future, { count, unit: (count === 1 ? one : many)! })
  );
}

/** Returns "agora", "há 3 minutos" or "ontem"; from a week on, the date ("3 de nov. de 2026"). */
export function relativeDate(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Math.abs(seconds) < 45) return messages.now;
  for (const [unit, size, limit] of STEPS) {
    const amount = Math.round(seconds / size);
    if (Math.abs(amount) < limit) return distance(unit, amount === 0 ? Math.sign(seconds) : amount);
  }
  return longDay(clockAt(Date.parse(iso)), messages.shortMonths);
}

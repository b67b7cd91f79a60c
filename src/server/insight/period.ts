import { dayOf } from '../chat/limits/calendar.ts';

/** Days that end with today, and as many before them; YYYY-MM-DD, where the business is. */
export interface Period {
  from: string;
  to: string;
  days: number;
  before: { from: string; to: string };
}

const DAY_MS = 86_400_000;
/** The day so many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

export function periodOf(days: number | 'today', now = new Date()): Period {
  const length = days === 'today' ? 1 : days;
  const to = dayOf(now);
  const from = addDays(to, 1 - length);
  return { from, to, days: length, before: { from: addDays(from, -length), to: addDays(from, -1) } };
}

/** Every day of a period, the first one first. */
export const daysOf = ({ from, days }: Period): string[] =>
  Array.from({ length: days }, (_, later) => addDays(from, later));

import { addDays, dayOf, hourOf, weekdayOf } from '../../runtime/calendar.ts';

/** A week from Monday to Sunday, where the business is, and the one before it; days as YYYY-MM-DD. */
export interface Week {
  /** The Monday on which its letter is written: the day after its end. */
  monday: string;
  from: string;
  to: string;
  before: { from: string; to: string };
}

const WRITTEN_FROM_HOUR = 8;
/** A letter that could not leave for so many days is left unwritten. */
const LATE_DAYS = 2;

/** The week that a letter is due about now: from Monday at eight on, for some days; null at any other time. */
export function weekDue(now: Date): Week | null {
  const today = dayOf(now);
  const weekday = weekdayOf(today);
  if (weekday > LATE_DAYS || (weekday === 0 && hourOf(now) < WRITTEN_FROM_HOUR)) return null;
  const monday = addDays(today, -weekday);
  return {
    monday,
    ...{ from: addDays(monday, -7), to: addDays(monday, -1) },
    before: { from: addDays(monday, -14), to: addDays(monday, -8) },
  };
}

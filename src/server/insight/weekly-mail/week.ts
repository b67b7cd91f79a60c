import { addDays, dayOf, hourOf, weekdayOf } from '../../runtime/calendar.ts';

/** Monday to Sunday in the business's time zone, and the one before; YYYY-MM-DD. */
export interface Week {
  /** After the week, when its email is sent. */
  monday: string;
  from: string;
  to: string;
  before: { from: string; to: string };
}

const SEND_FROM_HOUR = 8;
/** Later, it is not sent. */
const MAX_DELAY_DAYS = 2;

/** Null outside of the sending time (from Monday 8 a.m. on, for a few days). */
export function weekDue(now: Date): Week | null {
  const today = dayOf(now);
  const weekday = weekdayOf(today);
  if (weekday > MAX_DELAY_DAYS || (weekday === 0 && hourOf(now) < SEND_FROM_HOUR)) return null;
  const monday = addDays(today, -weekday);
  return {
    monday,
    from: addDays(monday, -7),
    to: addDays(monday, -1),
    before: { from: addDays(monday, -14), to: addDays(monday, -8) },
  };
}

import { BUSINESS_ZONE } from '../../../shared/constants.ts';

const local = new Intl.DateTimeFormat('en', {
  timeZone: BUSINESS_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Year, month (from 1), day, hour, minute and second on the zone's clocks. */
function clockOf(date: Date) {
  const parts = Object.fromEntries(local.formatToParts(date).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

const two = (value: number) => String(value).padStart(2, '0');

/** `2026-11` */
export function monthOf(date: Date): string {
  const { year, month } = clockOf(date);
  return `${year}-${two(month)}`;
}

/** `2026-11-21` */
export const dayOf = (date: Date): string => `${monthOf(date)}-${two(clockOf(date).day)}`;

/** How far the zone's clocks are ahead of UTC then, in ms. */
function offsetAt(at: number): number {
  const { year, month, day, hour, minute, second } = clockOf(new Date(at));
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

/** When a day begins. Where the clocks change at midnight the later of both readings is it. */
function startOf(year: number, month: number, day: number): Date {
  const asUtc = Date.UTC(year, month - 1, day);
  const guess = asUtc - offsetAt(asUtc);
  return new Date(Math.max(guess, asUtc - offsetAt(guess)));
}

export function nextDay(date: Date): Date {
  const { year, month, day } = clockOf(date);
  return startOf(year, month, day + 1);
}

export function nextMonth(date: Date): Date {
  const { year, month } = clockOf(date);
  return startOf(year, month + 1, 1);
}

/** Whole seconds from `date` until `then`, at least one. */
export const secondsUntil = (date: Date, then: Date): number =>
  Math.max(1, Math.ceil((then.getTime() - date.getTime()) / 1_000));

export const secondsUntilNextDay = (date: Date): number => secondsUntil(date, nextDay(date));
export const secondsUntilNextMonth = (date: Date): number => secondsUntil(date, nextMonth(date));

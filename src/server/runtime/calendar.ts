import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { BUSINESS_ZONE } from '../../shared/constants.ts';
import type { Period } from '../../shared/insight.ts';
import type { PlanPeriod } from '../../shared/plan-periods.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const local = (date: Date) => dayjs(date).tz(BUSINESS_ZONE);
const startOf = (day: string): Date => dayjs.tz(day, BUSINESS_ZONE).toDate();

/** Swedish writes dates as ISO does. One formatter for all: dayjs makes a new one for each, which takes longer. */
const isoDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: BUSINESS_ZONE });
export const dayOf = (date: Date): string => isoDay.format(date);
export const monthOf = (date: Date): string => dayOf(date).slice(0, 7);
export const clockOf = (date: Date): string => local(date).format('HH:mm');
export const hourOf = (date: Date): number => local(date).hour();

export const nextDay = (date: Date): Date => startOf(addDays(dayOf(date), 1));
export const nextMonth = (date: Date): Date => startOf(dayjs.utc(monthOf(date)).add(1, 'month').format('YYYY-MM-DD'));

export const secondsUntil = (date: Date, then: Date): number =>
  Math.max(1, Math.ceil((then.getTime() - date.getTime()) / 1_000));

export const addDays = (day: string, days: number): string => dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD');
/** 0 is Monday. */
export const weekdayOf = (day: string): number => (dayjs.utc(day).day() + 6) % 7;

/** Add to the original date: month by month would lose days after a short month. */
export const addMonths = (from: Date, months: number): Date => dayjs.utc(from).add(months, 'month').toDate();

const MONTHS: Record<PlanPeriod, number> = { MONTHLY: 1, YEARLY: 12 };

export const periodEnd = (anchor: Date, period: PlanPeriod, count = 1): Date =>
  addMonths(anchor, MONTHS[period] * count);

export const isAsLong = (period: PlanPeriod, other: PlanPeriod): boolean => MONTHS[period] >= MONTHS[other];

/** Ends today; `before` is as long. */
export function periodOf(days: number | 'today'): Period {
  const length = days === 'today' ? 1 : days;
  const to = dayOf(new Date());
  const from = addDays(to, 1 - length);
  return { from, to, days: length, before: { from: addDays(from, -length), to: addDays(from, -1) } };
}

export const daysOf = ({ from, days }: Period): string[] =>
  Array.from({ length: days }, (_, later) => addDays(from, later));

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('pt-BR', { ...options, timeZone: BUSINESS_ZONE });
  return (date: Date) => formatter.format(date);
};

/** `21 de novembro de 2026` */
export const longDay = format({ dateStyle: 'long' });
/** `sábado, 21 de novembro de 2026` */
export const fullDay = format({ dateStyle: 'full' });
/** `21 de novembro de 2026 às 14:05` */
export const longMoment = format({ dateStyle: 'long', timeStyle: 'short' });
const dayMonth = format({ day: 'numeric', month: 'long' });
/** `21 de novembro` for a local day (YYYY-MM-DD). */
export const dayAndMonth = (day: string): string => dayMonth(startOf(day));
const commaMoment = format({ dateStyle: 'short', timeStyle: 'medium' });
/** `21/11/2026 14:05:09` */
export const shortMoment = (date: Date): string => commaMoment(date).replace(',', '');

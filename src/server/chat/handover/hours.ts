import type { HandoverSettings, OpeningHours } from '../../../shared/handover.ts';
import { addDays, clockOf, dayOf, weekdayOf } from '../../runtime/calendar.ts';
import { t } from '../../runtime/translate.ts';

const isWithin = ({ days, from, to }: OpeningHours, weekday: number, clock: string) =>
  days.includes(weekday) && from <= clock && clock < to;

/** Returns whether the team is there at a moment. Without hours, it always is. */
export function isOpenAt({ isOn, hours }: HandoverSettings, at: Date): boolean {
  if (!isOn) return false;
  return hours.length === 0 || hours.some((one) => isWithin(one, weekdayOf(dayOf(at)), clockOf(at)));
}

/** Says when the team will be there next: `segunda-feira às 09:00`. Undefined without hours. */
export function nextOpening({ hours }: HandoverSettings, at: Date): string | undefined {
  const [today, clock] = [dayOf(at), clockOf(at)];
  for (let later = 0; later <= 7; later += 1) {
    const weekday = weekdayOf(addDays(today, later));
    const starts = hours
      .filter(({ days, from }) => days.includes(weekday) && (later > 0 || from > clock))
      .map(({ from }) => from)
      .sort();
    if (starts[0] === undefined) continue;
    const day = later === 0 ? t('inbox.today') : later === 1 ? t('inbox.tomorrow') : t(`inbox.weekdays.${weekday}`);
    return t('inbox.opening', { day, time: starts[0] });
  }
  return undefined;
}

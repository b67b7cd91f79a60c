import { fold } from '../words.ts';

/** `das 22h às 6h` goes past midnight. */
interface ClockLimit {
  from: number | null;
  to: number | null;
}

const TIME = String.raw`([01]?\d|2[0-4])(?: ?h(?:oras?|rs?)?(\d{2})?|:(\d{2})h?)`;
const RANGE = new RegExp(String.raw`\b(?:das?|entre as|de) ${TIME} (?:as?|ate as?|e as?|-) ?${TIME}`, 'g');
const UNTIL = new RegExp(String.raw`\b(?:ate|antes d)(?:[eo]|as?)?(?: as?| o)? ?${TIME}`, 'g');
const FROM = new RegExp(String.raw`\b(?:a partir d|depois d|apos |desde )(?:[eo]|as?)? ?${TIME}`, 'g');
const ANY = new RegExp(String.raw`\b${TIME}`);

const hoursOf = (hour = '', minute = '0') => Number(hour) + Number(minute) / 60;

export const statesTime = (text: string): boolean => ANY.test(fold(text));

/** Between which times of the day something is: `até as 22h`, `das 8h às 20h`. */
function clockLimitsIn(text: string): ClockLimit[] {
  const folded = fold(text);
  const ranges = [...folded.matchAll(RANGE)].map(([, from, half, minute, to, otherHalf, otherMinute]) => ({
    from: hoursOf(from, half ?? minute),
    to: hoursOf(to, otherHalf ?? otherMinute),
  }));
  const rest = folded.replace(RANGE, ' ');
  const timeOf = ([, hour, half, minute]: RegExpExecArray) => hoursOf(hour, half ?? minute);
  return [
    ...ranges,
    ...[...rest.matchAll(UNTIL)].map((match) => ({ from: null, to: timeOf(match) })),
    ...[...rest.matchAll(FROM)].map((match) => ({ from: timeOf(match), to: null })),
  ];
}

/** Null if the text does not limit the time of the day, or in several ways. */
export function isAtTime(text: string, hour: string): boolean | null {
  const [limit, ...others] = clockLimitsIn(text);
  if (!limit || others.length > 0) return null;
  const [hours, minutes] = hour.split(':');
  const at = hoursOf(hours, minutes);
  const [isAfter, isBefore] = [limit.from === null || at >= limit.from, limit.to === null || at <= limit.to];
  const isPastMidnight = limit.from !== null && limit.to !== null && limit.from > limit.to;
  return isPastMidnight ? isAfter || isBefore : isAfter && isBefore;
}

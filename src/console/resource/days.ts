/** Days, months and limits are counted in São Paulo, wherever the browser is. */
export const TIME_ZONE = 'America/Sao_Paulo';

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** How far São Paulo's clock is from UTC at an instant, in ms (negative: behind). */
function offsetAt(instant: number): number {
  const found = Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/** The instant (ISO 8601, UTC) at which a day (YYYY-MM-DD) begins in São Paulo. */
export function dayStart(day: string): string {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc))).toISOString();
}

/** The last millisecond of a day in São Paulo. */
export function dayEnd(day: string): string {
  return new Date(Date.parse(dayStart(addDays(day, 1))) - 1).toISOString();
}

/** Moves a day (YYYY-MM-DD) by whole days. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The day it is in São Paulo, as YYYY-MM-DD. */
export function today(now = Date.now()): string {
  return new Date(now + offsetAt(now)).toISOString().slice(0, 10);
}

const full = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'long', timeStyle: 'short' });
const short = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const numeric = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'UTC',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const relative = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' });

/** "21 de novembro de 2026 às 09:15" */
export const fullDate = (iso: string) => full.format(new Date(iso));
/** A day (YYYY-MM-DD) as 21/11/2026. */
export const writtenDay = (day: string) => numeric.format(new Date(`${day}T00:00:00Z`));

const STEPS: [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 7],
];

/** "agora", "há 3 minutos", "ontem"; from a week on, the date ("3 de nov. de 2026"). */
export function relativeDate(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Math.abs(seconds) < 45) return 'agora';
  for (const [unit, size, limit] of STEPS) {
    const amount = Math.round(seconds / size);
    if (Math.abs(amount) < limit) return relative.format(amount === 0 ? Math.sign(seconds) : amount, unit);
  }
  return short.format(new Date(iso));
}

export const PAUSE_UNITS = ['hours', 'days'] as const;
export type PauseUnit = (typeof PAUSE_UNITS)[number];
/** The longest pause that can be chosen: 30 days in hours, or a year in days. */
export const LONGEST_PAUSE: Record<PauseUnit, number> = { hours: 720, days: 365 };

const MINUTE = 60_000;
const UNIT_MS: Record<PauseUnit, number> = { hours: 60 * MINUTE, days: 24 * 60 * MINUTE };

/** When a pause that begins now (ms since 1970) ends, at a full minute; ISO 8601. Null for an amount that is none. */
export function pauseEnd(amount: number | null, unit: PauseUnit, now: number): string | null {
  if (amount === null || !Number.isInteger(amount) || amount < 1 || amount > LONGEST_PAUSE[unit]) return null;
  return new Date(Math.ceil((now + amount * UNIT_MS[unit]) / MINUTE) * MINUTE).toISOString();
}

export const PAUSE_UNITS = ['hours', 'days'] as const;
export type PauseUnit = (typeof PAUSE_UNITS)[number];
/** Maximum amount per unit: 30 days in hours, or a year in days. */
export const LONGEST_PAUSE: Record<PauseUnit, number> = { hours: 720, days: 365 };

const MINUTE = 60_000;
const UNIT_MS: Record<PauseUnit, number> = { hours: 60 * MINUTE, days: 24 * 60 * MINUTE };

/**
 * Returns the end of a pause that begins at `now` (ms since 1970), in ISO 8601 at a full minute. Returns null if the
 * amount is invalid.
 */
export function pauseEnd(amount: number | null, unit: PauseUnit, now: number): string | null {
  if (amount === null || !Number.isInteger(amount) || amount < 1 || amount > LONGEST_PAUSE[unit]) return null;
  return new Date(Math.ceil((now + amount * UNIT_MS[unit]) / MINUTE) * MINUTE).toISOString();
}

/** Seconds or a date; null when missing or invalid. */
export function retryAfterMs(header: string | undefined): number | null {
  if (!header) return null;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : null;
}

const SHORTEST_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns when to send a delivery again after a failure; null when it has failed for a day. Each wait is as long as all
 * attempts so far have taken (at least 30 s): after 30 s, 1, 2, 4 … minutes, and a last time when the day is over.
 */
export function nextAttempt(startedAt: Date, now: Date): Date | null {
  const elapsed = now.getTime() - startedAt.getTime();
  if (elapsed >= DAY_MS) return null;
  const wait = Math.min(Math.max(elapsed, SHORTEST_MS), DAY_MS - elapsed);
  return new Date(now.getTime() + wait);
}

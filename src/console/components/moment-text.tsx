import { useSyncExternalStore } from 'react';
import { fullDate, relativeDate, shortMoment } from '../providers/days.ts';

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** One timer for all dates on the page. It runs only while a date is shown. */
function listen(listener: () => void) {
  listeners.add(listener);
  if (!timer) {
    if (Date.now() - now > TICK_MS) now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const notify of listeners) notify();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Shows a moment (ISO 8601) relative to now, with the full date on hover. With `isExact` it is the other way round, for
 * records that are compared with others, such as invoices.
 */
export function MomentText({ iso, isExact = false }: { iso: string; isExact?: boolean }) {
  const at = Date.parse(iso);
  // What has happened since the last tick, which browsers delay in the background, happens now.
  const tick = useSyncExternalStore(listen, () => (at > now && at <= Date.now() ? at : now));
  const relative = relativeDate(iso, tick);
  return (
    <time dateTime={iso} title={isExact ? relative : fullDate(iso)}>
      {isExact ? shortMoment(iso) : relative}
    </time>
  );
}

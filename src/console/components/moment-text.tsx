import { useSyncExternalStore } from 'react';
import { fullDate, relativeDate } from './days.ts';

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

/** Shows a moment (ISO 8601) relative to now, with the full date on hover. */
export function MomentText({ iso }: { iso: string }) {
  const tick = useSyncExternalStore(listen, () => now);
  return (
    <time dateTime={iso} title={fullDate(iso)}>
      {relativeDate(iso, tick)}
    </time>
  );
}

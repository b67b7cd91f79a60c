import { setTimeout as sleep } from 'node:timers/promises';

/** Limits the rate of requests to one site. All its requests share one instance. */
export interface Pace {
  /** Waits until the next request may start. */
  turn(signal?: AbortSignal): Promise<void>;
  /** Lets no request start within the next `ms`. */
  rest(ms: number): void;
  /** Raises the time between two requests to at least `ms`. */
  slowTo(ms: number): void;
}

/** Creates a pace with `pauseMs` between the starts of two requests. */
export function createPace(pauseMs: number): Pace {
  let pause = pauseMs;
  let next = 0;
  return {
    async turn(signal) {
      for (let wait = next - Date.now(); wait > 0; wait = next - Date.now()) await sleep(wait, undefined, { signal });
      next = Math.max(next, Date.now() + pause);
    },
    rest: (ms) => void (next = Math.max(next, Date.now() + ms)),
    slowTo: (ms) => void (pause = Math.max(pause, ms)),
  };
}

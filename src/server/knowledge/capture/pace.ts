import { setTimeout as sleep } from 'node:timers/promises';

/** The rhythm at which one site is asked: all its requests take their turn here. */
export interface Pace {
  /** Waits until the next request may start. */
  turn(signal?: AbortSignal): Promise<void>;
  /** No request starts within the next `ms`. */
  rest(ms: number): void;
  /** At least `ms` lie between two requests from now on. */
  slowTo(ms: number): void;
}

/** A pace with `pauseMs` between the starts of two requests. */
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

import { setTimeout as sleep } from 'node:timers/promises';

/** Limits the rate of requests to one site. All its requests share one instance. */
export interface RequestThrottle {
  /** Waits until the next request may start. */
  wait(signal?: AbortSignal): Promise<void>;
  /** Lets no request start within the next `ms`. */
  pauseFor(ms: number): void;
  /** Raises the time between two requests to at least `ms`. */
  slowDownTo(ms: number): void;
}

/** Creates a throttle with `pauseMs` between the starts of two requests. */
export function createRequestThrottle(pauseMs: number): RequestThrottle {
  let pause = pauseMs;
  let next = -Infinity;
  return {
    async wait(signal) {
      for (let wait = next - performance.now(); wait > 0; wait = next - performance.now())
        await sleep(wait, undefined, { signal });
      next = Math.max(next, performance.now() + pause);
    },
    pauseFor: (ms) => void (next = Math.max(next, performance.now() + ms)),
    slowDownTo: (ms) => void (pause = Math.max(pause, ms)),
  };
}

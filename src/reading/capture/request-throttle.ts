import { setTimeout as sleep } from 'node:timers/promises';

/** All requests to a site share one. */
export interface RequestThrottle {
  /** Waits until the next request may start. */
  wait(signal?: AbortSignal): Promise<void>;
  pauseFor(ms: number): void;
  slowDownTo(ms: number): void;
}

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

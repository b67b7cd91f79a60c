import { setImmediate } from 'node:timers/promises';

/** Time that one slice of work may take before requests get their turn, in milliseconds. */
const SLICE_MS = 8;

/**
 * Long work on the main thread, as a generator. Each `yield` is a point at which it may be interrupted, so they should
 * lie a few milliseconds apart at most.
 */
export type Steps<Result = void> = Generator<void, Result>;

/** Runs the steps, and lets requests get their turn every few milliseconds. Rejects when a step throws. */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < end);
    await setImmediate();
  }
}

/** Runs the steps at once. Only for small work, tests and benches. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

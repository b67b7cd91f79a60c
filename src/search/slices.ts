import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 8;

/** Each `yield` is a point at which the work may be interrupted: a few milliseconds apart at most. */
export type Steps<Result = void> = Generator<void, Result>;

/** Requests get their turn every few milliseconds. Rejects when a step throws. */
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

/** Only for small work, tests and benches. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

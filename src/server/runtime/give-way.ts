import { setImmediate } from 'node:timers/promises';

/** Time that work may take in one turn of the event loop, in milliseconds. */
const SLICE_MS = 8;

let sliceEnd = 0;
let nextSlice: Promise<void> | undefined;

async function startSlice(): Promise<void> {
  await setImmediate();
  sliceEnd = performance.now() + SLICE_MS;
  nextSlice = undefined;
}

/**
 * Lets other requests get their turn once the work in this turn of the event loop has taken a few milliseconds, whoever
 * did it. Async work that awaits only itself, such as generators that read from each other, never does so on its own.
 */
export async function giveWay(): Promise<void> {
  if (performance.now() >= sliceEnd) await (nextSlice ??= startSlice());
}

import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 8;

let sliceEnd = 0;
let nextSlice: Promise<void> | undefined;

async function startSlice(): Promise<void> {
  await setImmediate();
  sliceEnd = performance.now() + SLICE_MS;
  nextSlice = undefined;
}

/** Async work that awaits only itself, such as generators that read from each other, never yields on its own. */
export async function giveWay(): Promise<void> {
  if (performance.now() >= sliceEnd) await (nextSlice ??= startSlice());
}

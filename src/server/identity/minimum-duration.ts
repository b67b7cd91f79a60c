import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any of the answers that are to look alike takes by itself. */
const MINIMUM_MS = 100;

/**
 * Answers no sooner than after a tenth of a second, as it throws: what is done for people who exist and not for others is
 * not to be read off the clock.
 */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), sleep(MINIMUM_MS)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** The same for refusals alone: who is right need not wait. */
export async function withMinimumErrorDuration<T>(work: () => Promise<T>): Promise<T> {
  const pace = sleep(MINIMUM_MS, undefined, { ref: false });
  try {
    return await work();
  } catch (refusal) {
    await pace;
    throw refusal;
  }
}

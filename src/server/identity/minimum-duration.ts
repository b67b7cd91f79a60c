import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the slowest response that must take equally long. */
const MINIMUM_MS = 100;

/** Also when it throws, so that response times do not reveal whether an account exists. */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), sleep(MINIMUM_MS)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Only delays errors. */
export async function withMinimumErrorDuration<T>(work: () => Promise<T>): Promise<T> {
  const minimum = sleep(MINIMUM_MS, undefined, { ref: false });
  try {
    return await work();
  } catch (error) {
    await minimum;
    throw error;
  }
}

/** PostgreSQL allows 65,535 bind parameters per statement. */
const BATCH = 500;

/** One batch after the other. */
export async function inBatches<T>(all: readonly T[], work: (some: T[]) => Promise<unknown>, size = BATCH) {
  for (let from = 0; from < all.length; from += size) await work(all.slice(from, from + size));
}

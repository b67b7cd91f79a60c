/** Characters per message between threads or processes: larger messages block the event loop. */
const BATCH_CHARACTERS = 128 * 1024;

export function* batchesOf<T>(list: readonly T[], charactersOf: (item: T) => number): Generator<T[]> {
  let [batch, size]: [T[], number] = [[], 0];
  for (const item of list) {
    batch.push(item);
    size += charactersOf(item);
    if (size < BATCH_CHARACTERS) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

interface Pace {
  /** Also yields after this time without anything. */
  everyMs: () => number;
  signal: AbortSignal;
}

/**
 * Yields at once, then whatever has been added since, by its key, as soon as something is. Ends when the signal aborts.
 * `listen` returns a function that stops it, which may be called twice.
 */
export async function* gather<T>(
  listen: (add: (key: string, value: T) => void) => () => void,
  { everyMs, signal }: Pace,
): AsyncGenerator<ReadonlyMap<string, T>> {
  let added = new Map<string, T>();
  let wake = () => undefined as void;
  const stop = listen((key, value) => {
    added.set(key, value);
    wake();
  });
  // At once, because a client that reads nothing keeps the generator at its `yield`.
  signal.addEventListener('abort', () => {
    stop();
    wake();
  });
  try {
    while (!signal.aborted) {
      const batch = added;
      added = new Map();
      yield batch;
      if (added.size > 0 || signal.aborted) continue;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, everyMs());
      wake = resolve;
      await promise;
      clearTimeout(timer);
    }
  } finally {
    stop();
  }
}

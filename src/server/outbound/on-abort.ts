const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `call` when `signal` aborts, unless the returned function is called first. Uses one listener per signal,
 * because adding and removing thousands of listeners is slow.
 */
export function onAbort(signal: AbortSignal, call: () => void): () => void {
  let calls = callbacksOf.get(signal);
  if (!calls) {
    const all = (calls = new Set());
    callbacksOf.set(signal, all);
    signal.addEventListener('abort', () => all.forEach((one) => one()), { once: true });
  }
  calls.add(call);
  return () => void calls.delete(call);
}

const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Unless the returned function is called first. One listener per signal, because adding and removing thousands is slow.
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

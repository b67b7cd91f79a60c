const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Has `call` called when `signal` aborts, until the function that comes back is called. One listener a signal stands for
 * all: a signal that thousands of requests share would pay for adding and removing each.
 */
export function onAbort(signal: AbortSignal, call: () => void): () => void {
  let calls = waiting.get(signal);
  if (!calls) {
    const all = (calls = new Set());
    waiting.set(signal, all);
    signal.addEventListener('abort', () => all.forEach((one) => one()), { once: true });
  }
  calls.add(call);
  return () => void calls.delete(call);
}

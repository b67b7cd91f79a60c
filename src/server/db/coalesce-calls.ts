import type { Db } from './tenant.ts';

interface WaitingCall<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

interface CoalescedWork<T, R> {
  /** Calls with the same key can share a run. */
  keyOf(item: T): string;
  run(db: Db, items: readonly T[]): Promise<readonly R[]>;
}

/**
 * Request coalescing: at once, unless a call with the same key is running; then those that wait share the next run. A
 * run never starts before the calls that it serves, so it sees everything committed before them.
 */
export function coalesceCalls<T, R>({ keyOf, run }: CoalescedWork<T, R>): (db: Db, item: T) => Promise<R> {
  const waitingIn = new WeakMap<Db, Map<string, WaitingCall<T, R>[]>>();

  async function serve(db: Db, key: string, calls: readonly WaitingCall<T, R>[]): Promise<void> {
    const waiting = waitingIn.get(db)!;
    waiting.set(key, []);
    try {
      const results = await run(
        db,
        calls.map(({ item }) => item),
      );
      calls.forEach(({ resolve }, at) => resolve(results[at]!));
    } catch (error) {
      calls.forEach(({ reject }) => reject(error));
    }
    const next = waiting.get(key)!;
    waiting.delete(key);
    if (next.length > 0) void serve(db, key, next);
  }

  return (db, item) =>
    new Promise<R>((resolve, reject) => {
      const waiting = waitingIn.get(db) ?? new Map<string, WaitingCall<T, R>[]>();
      waitingIn.set(db, waiting);
      const call = { item, resolve, reject };
      const key = keyOf(item);
      const calls = waiting.get(key);
      if (calls) calls.push(call);
      else void serve(db, key, [call]);
    });
}

/** Callers of the same key share what was read: they must not change it. */
export const shareReads = <R>(read: (db: Db, key: string) => Promise<R>): ((db: Db, key: string) => Promise<R>) =>
  coalesceCalls({
    keyOf: (key: string) => key,
    run: async (db, keys) => {
      const found = await read(db, keys[0]!);
      return keys.map(() => found);
    },
  });

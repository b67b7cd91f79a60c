import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './tenant.ts';

/** What a running call leaves in the audit log, once. */
export interface CallRecord {
  accountId: string;
  isWritten: boolean;
  /**
   * Writes it in a transaction that changed something, just before its commit; `result` is what the transaction's work
   * answered. Answers false when the transaction changed nothing.
   */
  write(tx: Tx, result: unknown): Promise<boolean>;
}

/** Of the call that runs; none outside calls that change something. */
export const callRecord = new AsyncLocalStorage<CallRecord>();

type Work<T> = (tx: Tx) => Promise<T>;

/**
 * Runs a transaction of an account. When it is the first by which the running call changes that account, the call's
 * entry is part of it: neither is kept without the other.
 */
export async function recorded<T>(accountId: string, work: Work<T>, run: (work: Work<T>) => Promise<T>): Promise<T> {
  const record = callRecord.getStore();
  if (!record || record.isWritten || record.accountId !== accountId) return run(work);
  let isOurs = false;
  // A transaction that is undone, to be run again or for good, takes its entry with it.
  const forget = () => {
    if (isOurs) record.isWritten = false;
    isOurs = false;
  };
  try {
    return await run(async (tx) => {
      forget();
      const made = await work(tx);
      if (!record.isWritten) {
        // Already while it is being written: it may fail half way.
        isOurs = true;
        isOurs = await record.write(tx, made);
      }
      return made;
    });
  } catch (error) {
    forget();
    throw error;
  }
}

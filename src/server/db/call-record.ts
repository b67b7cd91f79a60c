import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './tx.ts';

export interface CallRecord {
  accountId: string;
  isWritten: boolean;
  /** Just before the commit; `result` is what the work returned. False if the transaction changed nothing. */
  write(tx: Tx, result: unknown): Promise<boolean>;
}

/** Undefined outside requests that write. */
export const callRecord = new AsyncLocalStorage<CallRecord>();

type TransactionWork<T> = (tx: Tx) => Promise<T>;

/** The first transaction of a request that changes the account also writes the request's audit entry. */
export async function recorded<T>(
  accountId: string,
  work: TransactionWork<T>,
  run: (work: TransactionWork<T>) => Promise<T>,
): Promise<T> {
  const record = callRecord.getStore();
  if (!record || record.isWritten || record.accountId !== accountId) return run(work);
  let isOurs = false;
  // A rollback also removes the entry, so a retry has to write it again.
  const reset = () => {
    if (isOurs) record.isWritten = false;
    isOurs = false;
  };
  try {
    return await run(async (tx) => {
      reset();
      const made = await work(tx);
      if (!record.isWritten) {
        // Set before the write, because the write itself may fail.
        isOurs = true;
        isOurs = await record.write(tx, made);
      }
      return made;
    });
  } catch (error) {
    reset();
    throw error;
  }
}

import type { NotifyingDatabase } from './notifications.ts';
import type { Tx } from './tx.ts';

type CommitAct = (db: NotifyingDatabase) => void;

const actsOf = new WeakMap<Tx, CommitAct[]>();

/** Returns the list that `afterCommit` fills. */
export function collectActs(tx: Tx): readonly CommitAct[] {
  const acts: CommitAct[] = [];
  actsOf.set(tx, acts);
  return acts;
}

/** Nothing is done if the transaction rolls back, or the savepoint. */
export const afterCommit = (tx: Tx, act: CommitAct) => actsOf.get(tx)?.push(act);

export async function inSavepoint<T>(tx: Tx, work: (inner: Tx) => Promise<T>): Promise<T> {
  let acts: readonly CommitAct[] = [];
  const result = await tx.transaction((inner) => {
    acts = collectActs(inner);
    return work(inner);
  });
  for (const act of acts) afterCommit(tx, act);
  return result;
}

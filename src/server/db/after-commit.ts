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

/** Nothing is done if the transaction rolls back. Savepoints collect nothing: pass the transaction that they are in. */
export const afterCommit = (tx: Tx, act: CommitAct) => actsOf.get(tx)?.push(act);

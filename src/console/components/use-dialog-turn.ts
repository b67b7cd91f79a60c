import { useEffect, useState, useSyncExternalStore } from 'react';
import { shownUpgrade, watchUpgrade } from '../session/upgrade.ts';

/** The dialog whose turn it is. */
let holder: symbol | null = null;
const listeners = new Set<() => void>();

function pass(to: symbol | null): void {
  holder = to;
  listeners.forEach((listener) => listener());
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Lets dialogs that open without being asked for appear one at a time. Returns true while it is this dialog's turn; the
 * turn ends when the dialog is no longer wanted. Nothing opens over the plan's dialog.
 */
export function useDialogTurn(isWanted: boolean): boolean {
  const [me] = useState(() => Symbol('dialog'));
  const current = useSyncExternalStore(watch, () => holder);
  const isUpgradeShown = useSyncExternalStore(watchUpgrade, shownUpgrade) !== null;
  useEffect(() => {
    if (isWanted && holder === null && !isUpgradeShown) pass(me);
  }, [isWanted, current, isUpgradeShown, me]);
  useEffect(
    () => () => {
      if (holder === me) pass(null);
    },
    [isWanted, me],
  );
  return isWanted && current === me;
}

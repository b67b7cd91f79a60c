import { useEffect, useState, useSyncExternalStore } from 'react';
import { shownUpgrade, watchUpgrade } from '../session/upgrade.ts';

/** The dialog that may be open now. */
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
 * Makes dialogs that open by themselves appear one at a time. Returns true while this dialog may be open; another one
 * may open after `isWanted` becomes false. None of them opens while the upgrade dialog is open.
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

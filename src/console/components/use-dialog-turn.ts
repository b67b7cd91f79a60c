import { useEffect, useState } from 'react';
import { useShownUpgrade } from '../state/upgrade.ts';
import { createStore } from '../state/value-store.ts';

/** The dialog that may be open now. */
const turn = createStore<symbol | null>(null);

/**
 * Makes dialogs that open by themselves appear one at a time. Returns true while this dialog may be open; another one
 * may open after `isWanted` becomes false. None of them opens while the upgrade dialog is open.
 */
export function useDialogTurn(isWanted: boolean): boolean {
  const [me] = useState(() => Symbol('dialog'));
  const current = turn.use();
  const isUpgradeShown = useShownUpgrade() !== null;
  useEffect(() => {
    if (isWanted && turn.get() === null && !isUpgradeShown) turn.set(me);
  }, [isWanted, current, isUpgradeShown, me]);
  useEffect(
    () => () => {
      if (turn.get() === me) turn.set(null);
    },
    [isWanted, me],
  );
  return isWanted && current === me;
}

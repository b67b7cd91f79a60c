import { useState } from 'react';
import { showFailure } from '../providers/failure.ts';
import { beginAnew, leaveAccount } from '../session/impersonation.ts';

/** The way back from a customer's account to one's own. */
export function useLeaveAccount(): { isLeaving: boolean; leave: () => Promise<void> } {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async () => {
    setIsLeaving(true);
    try {
      await leaveAccount();
      beginAnew();
    } catch (failure) {
      setIsLeaving(false);
      void showFailure(failure);
    }
  };
  return { isLeaving, leave };
}

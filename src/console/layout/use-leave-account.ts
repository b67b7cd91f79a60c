import { useLogout } from '@refinedev/core';
import type { LogoutParams } from '../providers/auth.ts';

/** Leaves a customer's account for the user's own. */
export function useLeaveAccount(): { isLeaving: boolean; leave: () => void } {
  const { mutate: logout, isPending, data } = useLogout<LogoutParams>();
  // The page reloads after leaving.
  return { isLeaving: isPending || data?.success === true, leave: () => logout({ leaveAccount: true }) };
}

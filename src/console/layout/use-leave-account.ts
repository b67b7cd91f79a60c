import { useLogout } from '@refinedev/core';
import type { LogoutParams } from '../providers/auth.ts';

/** The way back from a customer's account to one's own. */
export function useLeaveAccount(): { isLeaving: boolean; leave: () => void } {
  const { mutate: logout, isPending, data } = useLogout<LogoutParams>();
  // Once left, the page begins anew.
  return { isLeaving: isPending || data?.success === true, leave: () => logout({ leaveAccount: true }) };
}

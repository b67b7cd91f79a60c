import { useLogout } from '@refinedev/core';
import type { LogoutParams } from '../providers/auth.ts';

/** Returns the function that ends the impersonation of a customer, and whether that is in progress. */
export function useLeaveAccount(): { isLeaving: boolean; leave: () => void } {
  const { mutate: logout, isPending, data } = useLogout<LogoutParams>();
  // Stays true after success, because the page reloads then.
  return { isLeaving: isPending || data?.success === true, leave: () => logout({ leaveAccount: true }) };
}

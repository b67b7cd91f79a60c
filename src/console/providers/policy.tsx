import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Answer, readPermission } from '../../../access-control/permissions.ts';
import { HttpError } from '../http/client.ts';
import { useMe } from '../session/me.ts';

/** Returns the policy's answer for the signed-in user. */
type Ask = (resource: string, action: string) => Answer;

const PolicyContext = createContext<Ask | undefined>(undefined);

/**
 * Provides the policy synchronously. Refine's useCan is asynchronous and makes a query per button, so screens would
 * first render without their buttons. Throws the server's error when the permissions cannot be loaded, since nothing
 * can be shown without them.
 */
export function PolicyProvider({ children }: { children: ReactNode }) {
  const { data: me, error } = useMe();
  const permissions = me?.permissions;
  const ask = useMemo<Ask | undefined>(
    () => permissions && ((resource, action) => readPermission(permissions, resource, action)),
    [permissions],
  );
  // When the session has expired, the sign-in page replaces this one.
  const isOver = error instanceof HttpError && error.status === 401;
  if (error && !ask && !isOver) throw error;
  return <PolicyContext value={ask}>{children}</PolicyContext>;
}

/** Returns the function that asks the policy; undefined until the permissions are known. */
export const useAsk = (): Ask | undefined => useContext(PolicyContext);

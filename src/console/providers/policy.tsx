import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Answer, readPermission } from '../../../access-control/permissions.ts';
import { HttpError } from '../http/client.ts';
import { useMe } from '../session/me.ts';

/** The answer to a question of the signed-in person. */
export type Ask = (resource: string, action: string) => Answer;

const PolicyContext = createContext<Ask | undefined>(undefined);

/**
 * Lets everything below ask the policy and be answered in the same breath. (Refine's useCan answers after a promise, and
 * is a query of its own for each button: a screen would be drawn twice, the first time without them.)
 * @throws what the server failed with: nothing can be shown to somebody of whom it is not known what they may.
 */
export function PolicyProvider({ children }: { children: ReactNode }) {
  const { data: me, error } = useMe();
  const permissions = me?.permissions;
  const ask = useMemo<Ask | undefined>(
    () => permissions && ((resource, action) => readPermission(permissions, resource, action)),
    [permissions],
  );
  // A session that is over is led to the sign-in, whose page takes this one's place.
  const isOver = error instanceof HttpError && error.status === 401;
  if (error && !ask && !isOver) throw error;
  return <PolicyContext value={ask}>{children}</PolicyContext>;
}

/** How to ask the policy; undefined until it is known who asks. */
export const useAsk = (): Ask | undefined => useContext(PolicyContext);

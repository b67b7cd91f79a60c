import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { Answer } from '../../../access-control/answers.ts';
import { rememberedAsker, useMe } from '../session/me.ts';
import { answerOf } from './access.ts';

/** The answer to a question of the signed-in person. */
export type Ask = (thing: string, act: string) => Answer;

const PolicyContext = createContext<Ask | undefined>(undefined);

/**
 * Lets everything below ask the policy and be answered in the same breath. (Refine's useCan answers after a promise, and
 * is a query of its own for each button: a screen would be drawn twice, the first time without them.)
 */
export function PolicyProvider({ children }: { children: ReactNode }) {
  const me = useMe();
  const asker = useMemo(() => me.data ?? (me.isError ? rememberedAsker() : undefined), [me.data, me.isError]);
  const ask = useMemo<Ask | undefined>(() => asker && ((thing, act) => answerOf(asker, thing, act)), [asker]);
  return <PolicyContext value={ask}>{children}</PolicyContext>;
}

/** How to ask the policy; undefined until it is known who asks. */
export const useAsk = (): Ask | undefined => useContext(PolicyContext);

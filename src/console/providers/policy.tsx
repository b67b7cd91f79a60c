import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Can } from '../../../access-control/can.ts';
import { rememberedAsker, useMe } from '../session/me.ts';
import { answerOf, loadCan, loadedCan, type Answer } from './access.ts';

/** The answer to a question of the signed-in person. */
export type Ask = (thing: string, act: string) => Answer;

interface Policy {
  /** Undefined until the policy is here and it is known who asks. */
  ask?: Ask;
  /** Why the policy cannot be read. */
  failure?: unknown;
}

const PolicyContext = createContext<Policy>({});

/**
 * Lets everything below ask the policy and be answered in the same breath. (Refine's useCan answers after a promise, and
 * is a query of its own for each button: a screen would be drawn twice, the first time without them.)
 */
export function PolicyProvider({ children }: { children: ReactNode }) {
  const me = useMe();
  const { can, failure } = useCan();
  const asker = useMemo(() => me.data ?? (me.isError ? rememberedAsker() : undefined), [me.data, me.isError]);
  const policy = useMemo<Policy>(() => {
    if (!can || !asker) return { failure };
    const answers = new Map<string, Answer>();
    return {
      ask: (thing, act) => {
        const key = `${thing} ${act}`;
        const answer = answers.get(key) ?? answerOf(can, asker, thing, act);
        answers.set(key, answer);
        return answer;
      },
    };
  }, [can, asker, failure]);
  return <PolicyContext value={policy}>{children}</PolicyContext>;
}

function useCan(): { can?: Can; failure?: unknown } {
  const [state, setState] = useState<{ can?: Can; failure?: unknown }>(() => ({ can: loadedCan() }));
  useEffect(() => {
    if (state.can) return;
    let isGone = false;
    loadCan().then(
      (can) => isGone || setState({ can }),
      (failure: unknown) => isGone || setState({ failure }),
    );
    return () => {
      isGone = true;
    };
  }, [state.can]);
  return state;
}

export const usePolicy = (): Policy => useContext(PolicyContext);

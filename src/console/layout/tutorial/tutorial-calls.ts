import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { TutorialMode } from '../../../shared/first-steps.ts';
import type { SessionUser } from '../../../shared/session.ts';
import { request } from '../../http/client.ts';
import { showFailure } from '../../providers/failure.ts';
import { meQuery } from '../../session/me.ts';
import { foldTutorial } from './folded.ts';

/** The requests of the tutorial. Each returns whether it succeeded; failures are shown as notifications. */
export function useTutorialCalls() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const call = useCallback(
    async (method: 'PUT' | 'POST', path: string, query?: Record<string, string | number | undefined>) => {
      setBusy(true);
      try {
        client.setQueryData(meQuery.queryKey, await request<SessionUser>(path, { method, query }));
        return true;
      } catch (failure) {
        void showFailure(failure);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [client],
  );
  const goTo = useCallback(
    (step: number, mode?: TutorialMode) => call('PUT', '/users/tutorial', { step, mode }),
    [call],
  );
  const end = useCallback(() => call('POST', '/users/tutorial'), [call]);
  const endOffer = useCallback(() => call('POST', '/users/website-crawled'), [call]);
  /** Restarts the tutorial at its first step. */
  const begin = useCallback(() => {
    foldTutorial(null);
    return goTo(0);
  }, [goTo]);
  return { goTo, end, endOffer, begin, isBusy };
}

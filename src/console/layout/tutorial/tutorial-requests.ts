import { type HttpError, useCustomMutation } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { TutorialMode } from '../../../shared/first-steps.ts';
import type { SessionUser } from '../../../shared/session.ts';
import { useAllowed } from '../../providers/use-allowed.ts';
import { meQuery, useMe } from '../../session/me.ts';

/** The requests of the tutorial. Each returns whether it succeeded; failures are shown as notifications. */
export function useTutorialCalls() {
  const client = useQueryClient();
  const { mutateAsync, mutation } = useCustomMutation<SessionUser, HttpError, undefined>();
  const call = useCallback(
    (method: 'put' | 'post', url: string) =>
      mutateAsync({ method, url, values: undefined }).then(
        ({ data }) => {
          client.setQueryData(meQuery.queryKey, data);
          return true;
        },
        () => false,
      ),
    [client, mutateAsync],
  );
  const goTo = useCallback(
    (step: number, more: { mode?: TutorialMode | undefined; folded?: true } = {}) => {
      const query = new URLSearchParams({ step: String(step) });
      if (more.mode) query.set('mode', more.mode);
      if (more.folded) query.set('folded', 'true');
      return call('put', `/users/tutorial?${query}`);
    },
    [call],
  );
  const end = useCallback(() => call('post', '/users/tutorial'), [call]);
  const endOffer = useCallback(() => call('post', '/users/website-crawled'), [call]);
  /** Restarts the tutorial at its first step. */
  const begin = useCallback(() => goTo(0), [goTo]);
  return { goTo, end, endOffer, begin, isBusy: mutation.isPending };
}

/**
 * Returns whether the user gets the tutorial: only users who may add contents to their own account. Staff have no
 * assistant to build, readers may not build one, and staff in a customer's account must not change the customer's step.
 */
export function useCanFollowTutorial(): boolean {
  const { data: me } = useMe();
  const canFollow = useAllowed('profile', 'first-steps');
  const canAdd = useAllowed('contents', 'create');
  return me !== undefined && !me.role.startsWith('WM_') && canFollow && canAdd;
}

import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { notices } from '../../../../../resources/notices.ts';
import type { LimitKind, LimitsChange, LimitsInput, LimitsRecord } from '../../../../shared/limits.ts';
import { useCall } from '../../../components/use-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';

export const LIMITS = '/sessions/me/limits';
/** Keeps the use up to date while the page is open. */
const POLL_MS = 60_000;

const keyOf = (contextId: string) => ['limits', contextId];

/** Not read by who may not see it, such as staff who look at the appearance. */
export const useLimits = (contextId: string) =>
  useGet<LimitsRecord>(LIMITS, {
    query: { contextId },
    queryKey: keyOf(contextId),
    enabled: useAllowed('limits', 'show'),
    refetchInterval: POLL_MS,
  });

/** Locale key of the default message for each limit. */
export const OWN_SENTENCES: Record<LimitKind, string> = {
  minute: 'errors.limit_minute',
  daily: 'errors.limit_daily',
  monthly: 'errors.limit_monthly',
  credits: 'errors.limit_credits',
  deactivated: 'errors.chat_deactivated',
};

/** Returns whether the chat is paused at `now` (ms since 1970). */
export const isPaused = ({ deactivatedUntil }: Pick<LimitsInput, 'deactivatedUntil'>, now: number): boolean =>
  deactivatedUntil !== null && Date.parse(deactivatedUntil) > now;

export function useTakeLimits() {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { refresh } = useCurrentContext();
  return (saved: LimitsRecord) => {
    client.setQueryData(keyOf(saved.contextId), { data: saved });
    // The server withdraws the notices of a limit that changes.
    void invalidate({ resource: notices.name, invalidates: ['list'] });
    // The header shows whether a context is paused.
    void refresh();
  };
}

/** Returns `save`, which saves a part of the limits, keeps the rest and shows `successText`. */
export function useSaveLimits({ contextId }: LimitsRecord) {
  const take = useTakeLimits();
  const { call, isBusy } = useCall<LimitsRecord>();
  const save = (change: LimitsChange, successText: string) =>
    call({
      url: LIMITS,
      method: 'put',
      values: { contextId, ...change },
      successText,
      onSuccess: take,
    });
  return { save, isBusy };
}

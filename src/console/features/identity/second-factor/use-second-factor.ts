import { type HttpError, useCustom } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import type { SecondFactor } from '../../../../shared/second-factor.ts';

/** The path, and its key in the query cache. */
export const SECOND_FACTOR = '/users/me/second-factor';
const QUERY_KEY = ['second-factor'];
export const SESSIONS_KEY = ['own-sessions'];

export const useSecondFactor = () =>
  useCustom<SecondFactor, HttpError>({ url: SECOND_FACTOR, method: 'get', queryOptions: { queryKey: QUERY_KEY } })
    .query;

/** Returns a function that reloads it, and the sessions that the first one has ended. */
export function useFactorsChanged() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: QUERY_KEY });
    void client.invalidateQueries({ queryKey: SESSIONS_KEY });
  };
}

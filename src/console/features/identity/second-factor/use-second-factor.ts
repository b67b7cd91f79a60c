import { useQueryClient } from '@tanstack/react-query';
import type { SecondFactor } from '../../../../shared/second-factor.ts';
import { useGet } from '../../../components/use-get.ts';

/** The paths, which are also their keys in the query cache. */
export const SECOND_FACTOR = '/users/me/second-factor';
export const SESSIONS = '/users/me/sessions';

export const useSecondFactor = () => useGet<SecondFactor>(SECOND_FACTOR);

/** Returns a function that reloads it, and the sessions that the first one has ended. */
export function useFactorsChanged() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: [SECOND_FACTOR] });
    void client.invalidateQueries({ queryKey: [SESSIONS] });
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import type { accountRecord } from '../../../../shared/people.ts';
import { useGet } from '../../../components/use-get.ts';
import { meQuery } from '../../../session/me.ts';
import { KEYS, writeKey } from '../../../state/store.ts';

export type Account = z.infer<typeof accountRecord>;

/** The path of the account, and its key in the query cache. */
export const ACCOUNT = '/account';

export function useAccount(isAsked: boolean) {
  const query = useGet<Account>(ACCOUNT, { enabled: isAsked });
  const deletesAt = query.data?.data.deletesAt;
  useEffect(() => {
    if (deletesAt !== undefined) writeKey(KEYS.accountDeletionDate, deletesAt);
  }, [deletesAt]);
  return query;
}

/** Returns a function that reloads the account and the signed-in user. */
export function useAccountChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([[ACCOUNT], meQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })));
}

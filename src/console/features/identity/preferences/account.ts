import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { BUSINESS_ZONE } from '../../../../shared/constants.ts';
import type { accountRecord } from '../../../../shared/people.ts';
import { errorsOf } from '../../../components/field-errors.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { meQuery } from '../../../session/me.ts';
import { KEYS, writeKey } from '../../../session/store.ts';

export type Account = z.infer<typeof accountRecord>;

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => {
    const account = await request<Account>('/account', { signal });
    writeKey(KEYS.accountDeletionDate, account.deletesAt);
    return account;
  },
});

/** Returns a function that reloads the account and the signed-in user. */
export function useAccountChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([accountQuery, meQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey: [...queryKey] })));
}

/** Returns a day in words, for example 28 de novembro de 2026. */
export const writtenDay = (iso: string) =>
  new Date(iso).toLocaleDateString('pt-BR', { dateStyle: 'long', timeZone: BUSINESS_ZONE });

/**
 * Returns `send`, which runs a call and shows `said` when it succeeds. Errors about fields go to `blame` if it is given,
 * all other errors are shown as a toast. Resolves to whether the call succeeded.
 */
export function useSending() {
  const [isBusy, setIsBusy] = useState(false);
  const send = async (
    call: () => Promise<unknown>,
    said: string | (() => string),
    blame?: (faults: { name: never; errors: string[] }[]) => void,
  ): Promise<boolean> => {
    setIsBusy(true);
    try {
      await call();
      notify({ type: 'success', message: typeof said === 'string' ? said : said() });
      return true;
    } catch (failure) {
      const faults = errorsOf(failure).map(({ field, message }) => ({ name: field as never, errors: [message] }));
      if (blame && faults.length > 0) blame(faults);
      else void showFailure(failure);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { send, isBusy };
}

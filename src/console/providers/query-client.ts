import { QueryClient } from '@tanstack/react-query';
import { HttpError } from '../http/client.ts';

const TRIES = 2;

/** Queries do not fetch again on reconnect or window focus: those that must stay fresh poll. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        // A refusal is final; only silence and the server's own faults are worth another try.
        retry: (count, error) =>
          count < TRIES && (!(error instanceof HttpError) || error.status === 0 || error.status >= 502),
      },
    },
  });
}

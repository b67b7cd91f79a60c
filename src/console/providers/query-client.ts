import { QueryClient } from '@tanstack/react-query';
import { HttpError } from '../http/client.ts';

const MAX_RETRIES = 2;

/** Queries do not fetch again on reconnect or window focus: those that must stay fresh poll. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        // Refusals are final. Only network errors and failures of the server are retried.
        retry: (count, error) =>
          count < MAX_RETRIES && (!(error instanceof HttpError) || error.status === 0 || error.status >= 502),
      },
    },
  });
}

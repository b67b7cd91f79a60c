import { QueryClient } from '@tanstack/react-query';
import { HttpError } from '../http/client.ts';

const MAX_RETRIES = 2;

/** Returns the query client. Queries do not refetch on reconnect or window focus; those that must stay fresh poll. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        // Only network errors and statuses from 502 are temporary and worth a retry.
        retry: (count, error) =>
          count < MAX_RETRIES && (!(error instanceof HttpError) || error.status === 0 || error.status >= 502),
      },
    },
  });
}

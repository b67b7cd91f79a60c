import { type HttpError, useCustom } from '@refinedev/core';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';

/** The response of `GET /contexts/{id}/origins`. */
export interface WidgetInstallation {
  origins: string[];
  snippet: string;
  lastSeenAt: string | null;
  /** The last site that requested the widget without permission. */
  refused: { origin: string; at: string } | null;
}

export const installationKey = (contextId: string | undefined) => ['installation', contextId];

/** Returns the query of a context's installation; it waits for the id. */
export const useInstallation = (contextId: string | undefined) =>
  useCustom<WidgetInstallation, HttpError>({
    url: `/contexts/${contextId}/origins`,
    method: 'get',
    queryOptions: {
      queryKey: installationKey(contextId),
      enabled: contextId !== undefined,
      staleTime: SHARED_STALE_MS,
    },
  }).query;

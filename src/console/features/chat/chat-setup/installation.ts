import { type HttpError, useCustom } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../components/use-call.ts';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';

/** The response of `GET /contexts/{id}/origins`. */
export interface WidgetInstallation {
  origins: string[];
  snippet: string;
  lastSeenAt: string | null;
  /** The last site that requested the widget without permission. */
  refused: { origin: string; at: string } | null;
}

export interface SiteList {
  contextId: string;
  origins: readonly string[];
}

const pathOf = (contextId: string | undefined) => `/contexts/${contextId}/origins`;
const keyOf = (contextId: string | undefined) => ['installation', contextId];

export const useInstallation = (contextId: string | undefined) =>
  useCustom<WidgetInstallation, HttpError>({
    url: pathOf(contextId),
    method: 'get',
    queryOptions: { queryKey: keyOf(contextId), enabled: contextId !== undefined, staleTime: SHARED_STALE_MS },
  }).query;

/** Returns an origin without its https://; other schemes stay visible. */
export const readOrigin = (origin: string) => origin.replace(/^https:\/\//, '');

export function useSaveSites({ contextId, origins }: SiteList) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { call, isBusy } = useCall();
  const save = (
    next: readonly string[],
    successText: string,
    then: { onSuccess?: () => void; onSettled?: () => void },
  ) =>
    call({
      url: pathOf(contextId),
      method: 'put',
      values: { origins: next },
      successText,
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: keyOf(contextId) });
        then.onSuccess?.();
      },
      onSettled: then.onSettled,
    });
  const allow = (origin: string, onSuccess?: () => void) =>
    save([...origins, origin], t('chat-setup.siteAdded', { site: readOrigin(origin) }), { onSuccess });
  const remove = (origin: string, onSettled: () => void) => {
    const others = origins.filter((one) => one !== origin);
    save(others, t('chat-setup.siteRemoved', { site: readOrigin(origin) }), { onSettled });
  };
  return { allow, remove, isBusy };
}

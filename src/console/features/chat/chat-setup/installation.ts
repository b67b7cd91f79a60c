import type { BaseRecord } from '@refinedev/core';
import type { WidgetInstallation } from '../../../../shared/appearance-editing.ts';
import { useAskedCall } from '../../../components/use-asked-call.tsx';
import type { CallOptions } from '../../../components/use-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { isConflict } from '../../../components/use-merge.tsx';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';
import { t } from '../../../providers/i18n.ts';

/** A context and the sites that may show its chat. */
export interface SiteList {
  contextId: string;
  origins: readonly string[];
  version?: string;
}

const pathOf = (contextId: string | undefined) => `/contexts/${contextId}/origins`;

/** Returns the query of a context's installation; it waits for the id. */
export const useInstallation = (contextId: string | undefined) =>
  useGet<WidgetInstallation>(pathOf(contextId), { enabled: contextId !== undefined, staleTime: SHARED_STALE_MS });

/** Returns an origin without its https://; other schemes stay visible. */
export const readOrigin = (origin: string) => origin.replace(/^https:\/\//, '');

export function useSaveSites({ contextId, ...shown }: SiteList) {
  const { ask, question, call, isBusy } = useAskedCall(pathOf(contextId));
  const saving = (
    change: (origins: readonly string[]) => readonly string[],
    on: Pick<CallOptions<BaseRecord>, 'successText' | 'onSuccess'>,
    { origins, version }: Omit<SiteList, 'contextId'> = shown,
  ): CallOptions<BaseRecord> => ({
    ...on,
    url: pathOf(contextId),
    method: 'put',
    values: { origins: change(origins), version },
    isShown: isConflict,
    // Sites that somebody else has added or removed meanwhile stay so.
    onError: (failure) => isConflict(failure) && call(saving(change, on, failure.current as SiteList)),
  });
  const allow = (origin: string, onSuccess?: () => void) =>
    call(
      saving((origins) => [...origins, origin], {
        successText: t('chat-setup.siteAdded', { site: readOrigin(origin) }),
        onSuccess,
      }),
    );
  const remove = (origin: string) => {
    const site = readOrigin(origin);
    ask({
      ...saving((origins) => origins.filter((one) => one !== origin), {
        successText: t('chat-setup.siteRemoved', { site }),
      }),
      title: t('chat-setup.remove.title', { site }),
      text: t('chat-setup.remove.text'),
      action: t('chat-setup.remove.action'),
      isDanger: true,
    });
  };
  return { allow, remove, question, isBusy };
}

import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WidgetInstallation } from '../../../../shared/appearance-editing.ts';
import { useAskedCall } from '../../../components/use-asked-call.tsx';
import { useGet } from '../../../components/use-get.ts';
import { SHARED_STALE_MS } from '../../../http/fresh.ts';

/** A context and the sites that may show its chat. */
export interface SiteList {
  contextId: string;
  origins: readonly string[];
}

const pathOf = (contextId: string | undefined) => `/contexts/${contextId}/origins`;

/** Returns the query of a context's installation; it waits for the id. */
export const useInstallation = (contextId: string | undefined) =>
  useGet<WidgetInstallation>(pathOf(contextId), { enabled: contextId !== undefined, staleTime: SHARED_STALE_MS });

/** Returns an origin without its https://; other schemes stay visible. */
export const readOrigin = (origin: string) => origin.replace(/^https:\/\//, '');

export function useSaveSites({ contextId, origins }: SiteList) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { ask, question, call, isBusy } = useAskedCall();
  const saving = (next: readonly string[], successText: string) => ({
    url: pathOf(contextId),
    method: 'put' as const,
    values: { origins: next },
    successText,
    onSettled: () => void client.invalidateQueries({ queryKey: [pathOf(contextId)] }),
  });
  const allow = (origin: string, onSuccess?: () => void) =>
    call({ ...saving([...origins, origin], t('chat-setup.siteAdded', { site: readOrigin(origin) })), onSuccess });
  const remove = (origin: string) => {
    const site = readOrigin(origin);
    const others = origins.filter((one) => one !== origin);
    ask({
      ...saving(others, t('chat-setup.siteRemoved', { site })),
      title: t('chat-setup.remove.title', { site }),
      text: t('chat-setup.remove.text'),
      action: t('chat-setup.remove.action'),
      isDanger: true,
    });
  };
  return { allow, remove, question, isBusy };
}

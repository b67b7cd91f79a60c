import { type HttpError, useCustomMutation } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { successNotice } from '../../../components/notices.ts';
import { installationKey, type WidgetInstallation } from './installation.ts';

/** Returns an origin without its https://; other schemes stay visible. */
export const readOrigin = (origin: string) => origin.replace(/^https:\/\//, '');

/** Returns functions that save a context's allowed sites. `origins` is the current list, which `allow` extends. */
export function useSaveSites(contextId: string, origins: readonly string[]) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { mutate, mutation } = useCustomMutation<Partial<WidgetInstallation>, HttpError>();
  const save = (
    next: readonly string[],
    message: string,
    then: { onSuccess?: () => void; onSettled?: () => void } = {},
  ) =>
    mutate(
      {
        url: `/contexts/${contextId}/origins`,
        method: 'put',
        values: { origins: next },
        successNotification: successNotice(message),
      },
      {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: installationKey(contextId) });
          then.onSuccess?.();
        },
        onSettled: then.onSettled,
      },
    );
  const allow = (origin: string, onSuccess?: () => void) =>
    save([...origins, origin], t('chat-setup.siteAdded', { site: readOrigin(origin) }), { onSuccess });
  return { save, allow, isBusy: mutation.isPending };
}

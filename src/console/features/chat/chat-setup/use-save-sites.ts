import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../components/use-call.ts';
import { installationKey } from './installation.ts';

/** Returns an origin without its https://; other schemes stay visible. */
export const readOrigin = (origin: string) => origin.replace(/^https:\/\//, '');

/** Returns functions that save a context's allowed sites. `origins` is the current list, which `allow` extends. */
export function useSaveSites(contextId: string, origins: readonly string[]) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { call, isBusy } = useCall();
  const save = (
    next: readonly string[],
    successText: string,
    then: { onSuccess?: () => void; onSettled?: () => void } = {},
  ) =>
    call({
      url: `/contexts/${contextId}/origins`,
      method: 'put',
      values: { origins: next },
      successText,
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: installationKey(contextId) });
        then.onSuccess?.();
      },
      onSettled: then.onSettled,
    });
  const allow = (origin: string, onSuccess?: () => void) =>
    save([...origins, origin], t('chat-setup.siteAdded', { site: readOrigin(origin) }), { onSuccess });
  return { save, allow, isBusy };
}

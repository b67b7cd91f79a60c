import { useCall } from '../../components/use-call.ts';
import { t } from '../../providers/i18n.ts';

const urlOf = (id: string) => `/contents/${id}/sync`;

/** Returns `sync`, which asks the server to read a page or sitemap again now. */
export function useSync() {
  const { call, busyUrl } = useCall('contents');
  const sync = (id: string, onSuccess?: () => void) =>
    call({ url: urlOf(id), id, successText: t('contents.sync.begun'), onSuccess });
  return { sync, isBusy: (id: string) => busyUrl === urlOf(id) };
}

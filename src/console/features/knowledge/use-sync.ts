import { useInvalidate, useNotification } from '@refinedev/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureNotice } from '../../components/notices.ts';
import { request } from '../../http/client.ts';

/** Has a page or sitemap read now. `sync` answers whether the server took it on; `busy` is the content being asked for. */
export function useSync() {
  const { t } = useTranslation();
  const { open } = useNotification();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState<string>();
  const sync = async (id: string): Promise<boolean> => {
    setBusy(id);
    try {
      await request(`/contents/${id}/sync`, { method: 'POST' });
      open?.({ type: 'success', message: t('contents.sync.begun') });
      return true;
    } catch (failure) {
      open?.(failureNotice(t)(failure));
      return false;
    } finally {
      void invalidate({ resource: 'contents', invalidates: ['list', 'detail'], id });
      setBusy(undefined);
    }
  };
  return { sync, busy };
}

import { useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureNotice } from '../../../components/notices.ts';
import { request } from '../../../http/client.ts';
import { type Installation, installationKey } from './installation.ts';

/** An origin as people say it: without the scheme that all have. */
export const readOrigin = (origin: string) => origin.replace(/^https:\/\//, '');

/** Saves the list of sites and shows what the server made of it. Answers whether it did. */
export function useSaveSites(contextId: string) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const save = async (origins: string[], said: string): Promise<boolean> => {
    setBusy(true);
    try {
      const saved = await request<Installation | undefined>(`/contexts/${contextId}/origins`, {
        method: 'PUT',
        body: { origins },
      });
      if (saved?.origins) client.setQueryData(installationKey(contextId), saved);
      else await client.invalidateQueries({ queryKey: installationKey(contextId) });
      open?.({ type: 'success', message: said });
      return true;
    } catch (failure) {
      open?.(failureNotice(t)(failure));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { save, isBusy };
}

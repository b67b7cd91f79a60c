import { useState } from 'react';
import type { Subscription } from '../../../../shared/billing.ts';
import { request } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { notify } from '../../../providers/notification.tsx';
import { useTakeSubscription } from '../../../session/subscription.ts';

type Change = 'cancel' | 'reactivate' | 'cancel-change';

/**
 * Returns `change`, which changes a subscription without charging anything and resolves to whether that succeeded.
 * `messageOf` returns the notification after success. After an error, the subscription is reloaded.
 */
export function useChange({ version }: Subscription) {
  const [isBusy, setIsBusy] = useState(false);
  const take = useTakeSubscription();
  const change = async (name: Change, messageOf: (after: Subscription) => string): Promise<boolean> => {
    setIsBusy(true);
    try {
      const after = await request<Subscription>(`/subscription/${name}`, { method: 'POST', body: { version } });
      notify({ type: 'success', message: messageOf(after) });
      await take(after);
      return true;
    } catch (failure) {
      showFailure(failure);
      await take();
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { change, isBusy };
}

import type { Subscription } from '../../../../shared/billing.ts';
import { useCall } from '../../../components/use-call.ts';
import { useTakeSubscription } from '../../../session/subscription.ts';

type Change = 'cancel' | 'reactivate' | 'cancel-change';

/** Returns `change`, which changes a subscription without charging anything. After an error, the subscription is reloaded. */
export function useChange({ version }: Subscription) {
  const take = useTakeSubscription();
  const { call, isBusy } = useCall<Subscription>();
  const change = (name: Change, successText: (after: Subscription) => string, onSuccess?: () => void) =>
    call({
      url: `/subscription/${name}`,
      values: { version },
      successText,
      onSuccess: (after) => {
        void take(after);
        onSuccess?.();
      },
      onError: () => take(),
    });
  return { change, isBusy };
}

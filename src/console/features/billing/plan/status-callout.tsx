import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '../../../../shared/billing.ts';
import { formatMoney } from '../../../../shared/format.ts';
import { formatDay } from '../../../providers/days.ts';
import { Callout } from '../callout.tsx';
import { CardButton } from '../card-dialog.tsx';
import { useChange } from './use-change.ts';

/** What the statuses with a planned change offer. `name` is that of their texts. */
const OFFERS = {
  PENDING_PAYMENT: { name: 'review', type: 'warning', command: 'cancelChange', path: 'cancel-change' },
  PENDING_DOWNGRADE: { name: 'downgrade', type: 'info', command: 'cancelChange', path: 'cancel-change' },
  PENDING_CANCEL: { name: 'ending', type: 'warning', command: 'reactivate', path: 'reactivate' },
} as const;

/**
 * Explains the subscription's status and offers what can be done about it; nothing while it is active. `onGiveUp` is called
 * when the user withdraws a change whose payment is pending.
 */
export function StatusCallout({ subscription, onGiveUp }: { subscription: Subscription; onGiveUp: () => void }) {
  const { t } = useTranslation();
  const { change, isBusy } = useChange(subscription);
  const { status, plan, pending, allowedCommands, renewsAt, endsAt, amountAtRenewal } = subscription;
  if (status === 'ACTIVE') return null;
  if (status === 'FAILURE_PAYMENT') {
    const button = <CardButton type="primary" subscription={subscription} />;
    return <Callout type="error" title={t('plan.failed.title')} text={t('plan.failed.text')} actions={button} />;
  }
  const { name, type, command, path } = OFFERS[status];
  const values = {
    plan: pending?.plan ?? plan.name,
    current: plan.name,
    day: formatDay(endsAt ?? renewsAt),
    amount: formatMoney(amountAtRenewal),
  };
  const act = () => {
    if (status === 'PENDING_PAYMENT') onGiveUp();
    void change(path, (after) => t(`plan.${name}.done`, { plan: after.plan.name, day: formatDay(after.renewsAt) }));
  };
  return (
    <Callout
      type={type}
      title={t(`plan.${name}.title`, values)}
      text={t(`plan.${name}.text`, values)}
      actions={
        allowedCommands.includes(command) && (
          <Button type={status === 'PENDING_CANCEL' ? 'primary' : 'default'} loading={isBusy} onClick={act}>
            {t(`plan.${name}.action`, values)}
          </Button>
        )
      }
    />
  );
}
